"""Every example of the documentation is run, and prints what the page shows.

Commands, files and programs of a page run in order and in one folder.  `UPDATE_GOLDEN=1` writes what they print
into the pages; a line `…` in an output stands for what is left out.  A block that no test can run says why, in a
comment `no test runs this: …`.
"""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest

from tests.cli.running import ROOT
from tests.documentation.blocks import Block, Example, read_examples, replace_outputs
from tests.documentation.running import Workshop, check_data, elide, is_used, without_times

if TYPE_CHECKING:
    from pathlib import Path

PAGES = [
    page
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md")))
    if page.parent.name != "diagnostics"  # each of those is held by tests/analysis/test_diagnostic_pages.py
]
RUN = ("sh", "python", "yaml", "json", "toml", "po")
SHOWN = ("text", "")
FINDINGS = 1

needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="commands are run by bash")


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    folder, programs = tmp_path / "page", tmp_path / "programs"
    folder.mkdir()
    programs.mkdir()
    return Workshop(folder, programs)


@needs_bash
@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_examples_of_a_page_do_what_it_says(page: Path, workshop: Workshop) -> None:
    faults: list[str] = []
    outputs: dict[Block, str] = {}
    for example in read_examples(page):
        if example.block.excuse is None:
            place = f"{page.name}:{example.block.first + 1}"
            faults += [f"{place}: {fault}" for fault in _try(example, workshop, outputs)]
    changed = {block: text for block, text in outputs.items() if without_times(block.text) != without_times(text)}
    if os.environ.get("UPDATE_GOLDEN"):
        replace_outputs(page, changed)
    else:
        faults += [f"{page.name}:{block.first + 1}: it prints\n{text}" for block, text in changed.items()]
    assert not faults, "\n".join(faults)


def _try(example: Example, workshop: Workshop, outputs: dict[Block, str]) -> list[str]:
    """Run one example; return what is wrong, and note what it prints where the page shows that."""
    block, output = example.block, example.output
    if block.language == "sh":
        printed, codes = workshop.run_shell(block.text)
        if output is None:
            return [f"exit codes {codes}, and it prints\n{printed}"] if any(codes) else []
        outputs[output] = elide(printed, output.text)
        if max(codes) > FINDINGS and "error[" not in printed:
            return [f"exit codes {codes}, though no file is at fault"]
    elif block.language == "python":
        printed = workshop.run_python(block.text)
        if output is not None:
            outputs[output] = elide(printed, output.text)
        elif printed:
            return [f"the page does not show what it prints\n{printed}"]
    elif block.title:
        workshop.write(block)
    elif block.language == "yaml":
        return [fault] if (fault := workshop.check_yaml(block.text)) else []
    check_data(block.language, block.text)
    return []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_block_of_a_page_is_run_or_says_why_not(page: Path) -> None:
    left = [
        f"{page.name}:{one.block.first + 1}: {one.block.language}"
        for one in read_examples(page)
        if one.block.language not in (*RUN, *SHOWN) and one.block.excuse is None
    ]
    assert left == [], "see docs/contributing.md"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_file_that_a_page_shows_is_used(page: Path) -> None:
    blocks = [one.block for one in read_examples(page) if one.block.excuse is None]
    unused = [
        block.title
        for number, block in enumerate(blocks)
        if block.title and not is_used(block.title, (later.text for later in blocks[number + 1 :]))
    ]
    assert unused == []


def test_examples_are_found() -> None:
    examples = [example for page in PAGES for example in read_examples(page)]
    assert sum(example.output is not None for example in examples) > 20
    assert sum(example.block.language == "sh" for example in examples) > 40
