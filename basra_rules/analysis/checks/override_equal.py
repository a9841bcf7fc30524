"""An override equal to what it overrides."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from basra_rules.analysis.checks.part_decides_nothing import idle_parts
from basra_rules.analysis.edits import Edit, edited
from basra_rules.analysis.findings import Finding, warn
from basra_rules.analysis.fingerprint import fingerprint
from basra_rules.analysis.fixes import delete_value
from basra_rules.analysis.runs import Ruleset
from basra_rules.analysis.study import Study
from basra_rules.analysis.trials import makes_no_difference, own_entries
from basra_rules.errors import one_of
from basra_rules.profile.differences import RULE_AREAS, flow_text
from basra_rules.profile.family import Family
from basra_rules.profile.loading import resolve_profile
from basra_rules.profile.options import choice_name, choices_of, option_node, options_settling
from basra_rules.rules.compiling import compile_rules
from basra_rules.source.nodes import Entry, MapNode, Node, ScalarNode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from basra_rules.analysis.trials import Path
    from basra_rules.errors import Diagnostic

CODE = "override-equal"
_DELETE = ": it may be deleted"
_AREAS = (*RULE_AREAS, "options")


def check(study: Study) -> Iterator[Finding]:
    """Yield a finding for each value of the file that says what is inherited anyway, and each such choice."""
    own = study.profile.origins.files[0]
    for path, entry in own_entries(study):
        if not entry.overridden or path[0] not in _AREAS or entry.overridden[-1].span.source == own:
            continue
        old, new, key = entry.overridden[-1], entry.value, ".".join(path)
        notes = [f"inherited from {old.span.source.name}:{old.span.line}"]
        if _same(old, new):
            message, label = f"`{key}` is `{flow_text(new)}` already", f"equal to what it overrides{_DELETE}"
            notes += _settled_by(study, key)
        elif _means_the_same(study, path, old, new):
            message, label = (
                f"`{key}` is as good as the inherited `{flow_text(old)}`",
                f"no game is played otherwise{_DELETE}",
            )
        else:
            continue
        yield Finding(_warn(study, message, new, label, *notes), key)
    yield from _choices(study)


def _warn(study: Study, message: str, value: Node, label: str, *notes: str) -> Diagnostic:
    """Return a finding that offers to delete the value; another may have been meant, so that it is not certain."""
    return warn(CODE, message, value.span, label, *notes).mended_by(delete_value(study, value.span, certain=False))


def _settled_by(study: Study, key: str) -> Iterator[str]:
    """Yield a note for each option of the parent that settles a key, with its choices."""
    parent = study.parent
    if parent is None:
        return
    for name in options_settling(parent.origins.tree, key):
        option, made = option_node(parent.origins.tree, name), parent.origins.choices[name].choice
        choices = tuple(choices_of(option)) if option and name in study.profile.options else ()
        other = next((choice for choice in choices if choice != made), None)
        if other is not None:
            yield f"the option `{name}` settles it ({one_of(choices)}): `choose: {{{name}: {other}}}` for another"


def _means_the_same(study: Study, path: Path, old: Node, new: Node) -> bool:
    """Tell whether it is proved that the game is the same with the old value as with the new one."""
    if not isinstance(old, ScalarNode) or not isinstance(new, ScalarNode):
        return False
    if path[0] not in RULE_AREAS or path[-1] == "label":
        return False
    back = Edit(path, new, old)
    return makes_no_difference(study, back) and not (path[-1] == "when" and _says_too_much(study, path, back))


def _says_too_much(study: Study, path: Path, back: Edit) -> bool:
    """Tell whether a part of the inherited condition decides nothing here, so that the file rightly says less."""
    inherited, key = edited(Ruleset(study.profile, study.rules), back), ".".join(path)
    if inherited is None:
        return False
    before = Study(inherited.profile, wanted=frozenset({(CODE, key, "")}), effort=study.effort, alone=study.alone)
    return bool(idle_parts(before.judgement(key)))


def _choices(study: Study) -> Iterator[Finding]:
    """Yield a finding for each choice of the file that is in force anyway."""
    document = study.family.files[0].document if study.family else None
    made = document.get("choose") if document else None
    for entry in made if isinstance(made, MapNode) else ():
        option, before = entry.key.text, study.parent.origins.choices.get(entry.key.text) if study.parent else None
        if before is None or not isinstance(entry.value, ScalarNode) or before.choice != choice_name(entry.value.text):
            continue
        if _is_in_force_anyway(study, option):
            message = f"the choice of `{option}` is `{before.choice}` already"
            choices = option_node(study.profile.origins.tree, option)
            note = f"the choices are {one_of(tuple(choices_of(choices)))}" if choices else ""
            label = f"equal to what is inherited{_DELETE}"
            yield Finding(_warn(study, message, entry.value, label, *filter(None, (note,))), f"choose.{option}")


def _is_in_force_anyway(study: Study, option: str) -> bool:
    """Tell whether all is the same without a choice that the file makes."""
    assert study.family is not None
    first, *parents = study.family.files
    entries = tuple(_without(entry, option) if entry.key.text == "choose" else entry for entry in first.document)
    document = MapNode(entries, first.document.span)
    bare = resolve_profile(Family((replace(first, document=document), *parents)))
    choices = [{name: made.choice for name, made in one.origins.choices.items()} for one in (bare, study.profile)]
    return choices[0] == choices[1] and fingerprint(compile_rules(bare)) == fingerprint(study.rules)


def _without(entry: Entry, option: str) -> Entry:
    assert isinstance(entry.value, MapNode)
    left = tuple(one for one in entry.value if one.key.text != option)
    return Entry(entry.key, MapNode(left, entry.value.span))


def _same(old: Node, new: Node) -> bool:
    if isinstance(old, ScalarNode) and isinstance(new, ScalarNode):
        return _words(old) == _words(new)
    return type(old) is type(new) and flow_text(old) == flow_text(new)


def _words(node: ScalarNode) -> str:
    return " ".join(choice_name(node.text).split())
