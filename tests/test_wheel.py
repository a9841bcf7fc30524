"""The built wheel, installed into an environment without the checkout and used from another folder."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from basra_rules.version import __version__

ROOT = Path(__file__).resolve().parent.parent
DATA = "basra_rules/_data"


def build(source: Path, target: str, folder: Path) -> Path:
    """Build a `wheel` or an `sdist` of the project in `source`, and return the file."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(folder)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    [built] = folder.iterdir()
    return built


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as file:
        return {name: file.read(name) for name in file.namelist()}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, "wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel, its libraries borrowed from ours; the folder of its programs."""
    home = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home], check=True)
    places = {"base": str(home), "platbase": str(home)}
    packages, programs = (Path(sysconfig.get_path(name, "venv", places)) for name in ("purelib", "scripts"))
    borrowed = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (packages / "borrowed.pth").write_text("\n".join(sorted(borrowed)), encoding="utf-8")
    install: list[str | Path] = [
        programs / "python",
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
        wheel,
    ]
    subprocess.run(install, check=True, env=without_other_pythons())
    return programs


def without_other_pythons() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PIP_", "VIRTUAL_ENV"))}


def start(command: list[str | Path], folder: Path) -> str:
    """Run `command` in `folder` without a terminal, and return what it prints."""
    variables = {**without_other_pythons(), "PYTHONUTF8": "1"}
    done = subprocess.run(
        command, cwd=folder, env=variables, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


def files_of(folder: str) -> set[str]:
    return {path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("*") if path.is_file()}


@pytest.mark.parametrize("folder", ["profiles", "profiles/scenarios", "grammar"])
def test_the_wheel_holds_the_data_files(wheel: Path, folder: str) -> None:
    there = contents(wheel)
    expected = files_of(folder)
    assert expected
    for name in expected:
        assert there[f"{DATA}/{name}"] == (ROOT / name).read_bytes()


def test_the_wheel_holds_the_package_its_licence_and_nothing_else(wheel: Path) -> None:
    described = f"basra_rules-{__version__}.dist-info/"
    assert f"{described}licenses/LICENSE" in contents(wheel)
    assert {name for name in contents(wheel) if not name.startswith(("basra_rules/", described))} == set()


def test_the_source_distribution_builds_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    archive = build(ROOT, "sdist", tmp_path / "sdist")
    subprocess.run([sys.executable, "-m", "tarfile", "--extract", archive, tmp_path], check=True, capture_output=True)
    [source] = tmp_path.glob("basra_rules-*")
    assert contents(build(source, "wheel", tmp_path / "wheel")) == contents(wheel)


def test_the_installed_package_uses_the_data_files_that_came_with_it(installed: Path, tmp_path: Path) -> None:
    where = "from basra_rules import resources; print(resources.data_folder('profiles'))"
    assert Path(start([installed / "python", "-c", where], tmp_path).strip()).parts[-3:] == (
        "basra_rules",
        "_data",
        "profiles",
    )


def test_the_installed_program_tells_its_version(installed: Path, tmp_path: Path) -> None:
    assert __version__ in start([installed / "basra", "--version"], tmp_path)
    assert __version__ in start([installed / "python", "-m", "basra_rules", "--version"], tmp_path)


def test_the_installed_program_lists_all_profiles(installed: Path, tmp_path: Path) -> None:
    shown = start([installed / "basra", "profiles"], tmp_path)
    names = {Path(name).stem for name in files_of("profiles") if "/scenarios/" not in name}
    assert {name for name in names if not re.search(rf"(?<![\w-]){name}(?![\w-])", shown)} == set()


def test_the_installed_program_writes_the_conformance_kit(installed: Path, tmp_path: Path) -> None:
    assert "README.md tells more" in start([installed / "basra", "kit", "kit"], tmp_path)
    assert "0 failed" in start([installed / "basra", "conform", "kit", "--", installed / "basra", "answer"], tmp_path)


@pytest.mark.parametrize("arguments", [["play", "--bots-only", "--seed", "1"], []], ids=["asked", "no terminal"])
def test_the_installed_program_lets_bots_play_a_match(installed: Path, tmp_path: Path, arguments: list[str]) -> None:
    shown = start([installed / "basra", *arguments], tmp_path)
    assert re.search(r"[A2-9JQK]0?[♠♥♦♣]", shown)
    assert re.search(r"\bwins? the match after \d+ deals?\b", shown)
