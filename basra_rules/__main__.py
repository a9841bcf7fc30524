"""Let `python -m basra_rules` be the `basra` command."""

import sys

if __name__ == "__main__":
    try:  # around the import too: it is long enough to be interrupted
        from basra_rules.cli.main import main

        main()
    except KeyboardInterrupt:
        sys.exit(130)
