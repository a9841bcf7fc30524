"""Other game libraries on their own card games: player moves a second of random play, on one core.

They are installed into an environment of their own under the system's folder for temporary files; nothing
of it touches this one.  Their games are not ours: the figures tell of the order of magnitude only.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

OPEN_SPIEL_LOOP = """
import time, pyspiel, random
from open_spiel.python.algorithms import random_agent
for name in ("hearts", "euchre", "crazy_eights", "gin_rummy"):
    game = pyspiel.load_game(name)
    moves = 0
    started = time.process_time()
    while time.process_time() - started < 3:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes())
                state.apply_action(random.choices(outcomes, chances)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
                moves += 1
    print(f"OpenSpiel from Python, {name}|{moves / (time.process_time() - started)}")
"""
OPEN_SPIEL = """
import random, time, pyspiel
# bots, rules and the loop are C++; how many moves a game has is counted on a sample of the same games
for name in ("hearts", "euchre", "crazy_eights", "gin_rummy"):
    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]
    moves = []
    for seed in range(40):
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed)
        moves.append(sum(entry.player >= 0 for entry in state.full_history()))
    games = 0
    started = time.process_time()
    while time.process_time() - started < 3:
        pyspiel.evaluate_bots(game.new_initial_state(), bots, games)
        games += 1
    seconds = time.process_time() - started
    print(f"OpenSpiel in C++, {name}|{games * sum(moves) / len(moves) / seconds}")
"""
RLCARD = """
import time, random, rlcard
for name in ("uno", "gin-rummy", "mahjong"):
    env = rlcard.make(name)
    moves = 0
    started = time.process_time()
    while time.process_time() - started < 3:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            moves += 1
    print(f"rlcard, {name}|{moves / (time.process_time() - started)}")
"""
POKERKIT = """
import time
from pokerkit import Automation, NoLimitTexasHoldem
every = tuple(Automation)
moves = 0
started = time.process_time()
while time.process_time() - started < 3:
    state = NoLimitTexasHoldem.create_state(every, True, 0, (1, 2), 2, 200, 2)
    while state.status:
        state.check_or_call()
        moves += 1
print(f"pokerkit, hold'em|{moves / (time.process_time() - started)}")
"""
PEERS = {
    "open_spiel": (OPEN_SPIEL, OPEN_SPIEL_LOOP),
    "rlcard": (RLCARD,),
    "pokerkit": (POKERKIT,),
}


def measure(ours: float) -> None:
    """Print the moves a second of each, beside `ours`."""
    folder = Path(tempfile.gettempdir()) / "basra-benchmark-peers"
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
    print("other libraries, player moves a second of random play on one core")
    print(f"  {'this kernel, egyptian':<38} {ours:14,.0f}")
    for package, programs in PEERS.items():
        done = subprocess.run(
            [str(python), "-m", "pip", "install", "-q", package], capture_output=True, text=True, check=False
        )
        if done.returncode:
            print(f"  {package}: pip does not install it here")
            continue
        for program in programs:
            played = subprocess.run([str(python), "-c", program], capture_output=True, text=True, check=False)
            for line in played.stdout.splitlines():
                name, bar, moves = line.partition("|")
                if bar:
                    print(f"  {name:<38} {float(moves):14,.0f}   ours {ours / float(moves):8,.1f} ×", flush=True)
            if played.returncode:
                print(f"  {package}: {played.stderr.strip().splitlines()[-1:]}")


if __name__ == "__main__":
    measure(float(sys.argv[1]) if len(sys.argv) > 1 else 70e6)
