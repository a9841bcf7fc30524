"""The profile file, by rule area: every key, what it may say, and what it means.

The descriptions are the reference: `basra show`, the JSON Schema and the documentation are made from
them.  Defaults stand here and nowhere else; a key without one must be in the file or in a parent.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, TypeAlias

from pydantic import Field, PrivateAttr, ValidationInfo

from basra_rules.errors import write
from basra_rules.expression.tree import NamedPattern
from basra_rules.expression.vocabulary import Scope
from basra_rules.profile.expression_fields import (
    AmountByPattern,
    CardAmount,
    CountByPattern,
    DeckPattern,
    FloorCondition,
    Form,
    PatternField,
    PlayAmount,
    PlayCondition,
    PlayedPattern,
    PositiveByPattern,
    ReadExpression,
    TableByPattern,
    deck_pattern,
    floor_pattern,
)
from basra_rules.profile.fields import (
    Area,
    Items,
    Name,
    Named,
    Points,
    PositiveNumber,
    Read,
    Text,
    Truth,
    one_word,
    whole,
    whole_number,
    word,
    wrong,
    wrong_type,
)
from basra_rules.profile.provenance import Origins
from basra_rules.profile.vocabulary import (
    Direction,
    FloorKind,
    Groups,
    HowMany,
    IfNobody,
    KeptOff,
    Leader,
    Leftover,
    NextDealer,
    Obligation,
    ReadingStatus,
    Refill,
    Remainder,
    Sets,
    Sides,
    TiePolicy,
)
from basra_rules.source.nodes import ListNode, MapNode, Node, ScalarNode, scalar_from_text
from basra_rules.source.text_edits import joined_by_or, put_in_brackets
from basra_rules.version import FORMAT

if TYPE_CHECKING:
    from basra_rules.errors import Span
    from basra_rules.exact import Number

NOTHING = PatternField(NamedPattern("none", scalar_from_text("none").span), scalar_from_text("none"))

PlayerCount: TypeAlias = Annotated[int, whole_number(2, 4)]


class Seats(Area):
    """Who plays, and how they sit."""

    players: Annotated[tuple[PlayerCount, ...], Items] = Field(
        description="how many may play, such as [2, 4]", min_length=1
    )
    sides: Annotated[Sides, one_word(Sides)] = Field(
        description="how four play: opposite seats as partners, who share captured cards and score, or solo"
    )
    direction: Annotated[Direction, one_word(Direction)] = Field(description="which way the turn goes round")


class Deck(Area):
    """The cards, and what each is worth in sums."""

    without: DeckPattern = Field(description="cards taken out of the 52; `none` keeps them all")
    capture_values: PositiveByPattern = Field(
        description="capture values, by card pattern, over the built-in ones: 2 to 10 count their pips. "
        "A card without a capture value takes no part in sums and is not `numeric`. "
        "Of several patterns that a card matches, the one that matches fewest cards counts"
    )
    tables: Annotated[dict[str, TableByPattern], Named] = Field(
        default_factory=dict,
        description="further numbers for each card, by name: `card.NAME` reads them in a bonus. "
        "`from: capture_values` starts from those; what is not listed is 0",
    )


class TopOnly(Area):
    """A pattern that only the top card of the opening floor must not match."""

    top: DeckPattern = Field(description="cards that may not be the last card of the opening floor")


def _keep_off(node: object, info: ValidationInfo) -> PatternField | TopOnly:
    if isinstance(node, MapNode):
        return TopOnly.model_validate(node, context=info.context)
    if isinstance(node, ListNode):
        raise wrong_type(
            node, "a card pattern, or `top:` and one", "several are joined by `or`: `J or 7♦`", joined_by_or(node)
        )
    return deck_pattern(node, info)


_KEEP_OFF = ReadExpression(_keep_off, {"type": ["string", "number", "object"]}, "pattern, or a mapping")


class Dealing(Area):
    """How the cards come to the seats and to the floor."""

    packet: Annotated[int, whole_number(1, 26)] = Field(description="cards dealt to each seat at once")
    singly: Truth = Field(description="whether a packet is dealt one card at a time, round and round")
    floor: Annotated[int, whole_number(0, 40)] = Field(description="cards dealt face up to the floor at the start")
    hidden: Annotated[int, whole_number(0, 40)] = Field(
        default=0,
        description="how many of the opening floor cards, the first ones, lie face down until captured; "
        "the last one, the top, always lies open, and the floor has to be a pile: `capture: {floor: pile}`",
    )
    keep_off_floor: Annotated[PatternField | TopOnly, _KEEP_OFF] = Field(
        default=NOTHING,
        description="cards that may not lie on the opening floor and are replaced from the stock; "
        "`top: PATTERN` speaks of the last card only",
    )
    kept_off_go: Annotated[KeptOff, one_word(KeptOff)] | None = Field(
        default=None, description="where cards go that were kept off the floor; needed where `keep_off_floor` is"
    )
    redeal: CountByPattern = Field(
        default=(),
        description="by card pattern, how many such cards among the floor cards as first dealt make the deal void: "
        "nothing is counted, and the same dealer deals again; looked at before any card is replaced",
    )
    refill: Annotated[Refill, one_word(Refill)] = Field(
        description="when more cards are dealt: a packet each when all hands are empty, "
        "or one card to the player after each play"
    )
    leader: Annotated[Leader, one_word(Leader)] = Field(description="who plays first in a deal")
    next_dealer: Annotated[NextDealer, one_word(NextDealer)] = Field(description="who deals the next deal")
    remainder: Annotated[Remainder, one_word(Remainder)] = Field(
        description="when the last packet does not divide, each seat gets an equal share; "
        "this is where cards go that can't be shared"
    )


ALL_OF_FLOOR = "floor"


def _takes(node: object, info: ValidationInfo) -> PatternField:
    if isinstance(node, ScalarNode) and node.text.strip() == ALL_OF_FLOOR:
        return PatternField(NamedPattern("any", node.span), node)
    return floor_pattern(node, info)


_TAKES = ReadExpression(_takes, {"type": ["string", "number"]}, "pattern", Form.PATTERN, Scope.FLOOR)


class Way(Area):
    """One way in which a card captures: `takes` or `groups_of`."""

    played: PlayedPattern = Field(description="the cards that capture in this way")
    when: FloorCondition | None = Field(
        default=None, description="a condition on the floor and the play before, without which the way does not apply"
    )
    takes: Annotated[PatternField, _TAKES] | None = Field(
        default=None,
        description="the floor cards taken: every one that matches; `floor` is all of them, "
        "`card.rank` those of the played card's rank",
    )
    how_many: Annotated[HowMany, one_word(HowMany)] | None = Field(
        default=None, description="with `takes`: all that match (the default), or one of them, the player's choice"
    )
    groups_of: CardAmount | None = Field(
        default=None, description="the total of each of the disjoint groups that the player may add"
    )
    smallest: Annotated[int, whole_number(1, 40)] | None = Field(
        default=None, description="with `groups_of`: the fewest cards of a group (2 where not said)"
    )
    sets: Annotated[Sets, one_word(Sets)] | None = Field(
        default=None, description="with `groups_of`: any number of groups (the default), or one"
    )

    @property
    def takes_one(self) -> bool:
        """Tell whether the way takes one of the cards that match."""
        return self.how_many is HowMany.ONE

    @property
    def smallest_group(self) -> int:
        """Return the fewest cards of a group: two, where the file does not say."""
        return 2 if self.smallest is None else self.smallest

    @property
    def one_group(self) -> bool:
        """Tell whether the way takes a single group."""
        return self.sets is Sets.ONE


class Capture(Area):
    """What a card takes from the floor, and when it must."""

    floor: Annotated[FloorKind, one_word(FloorKind)] = Field(
        default=FloorKind.SPREAD,
        description="whether the floor lies spread out, or in one pile whose last card is the top",
    )
    obligation: Annotated[Obligation, one_word(Obligation)] = Field(
        description="what must capture: nothing, the played card if it can, or the hand if any card of it can"
    )
    groups: Annotated[Groups, one_word(Groups)] | None = Field(
        default=None,
        description="whether the player chooses which groups to take, or only sets count that no other legal set "
        "contains; needed where a way has `groups_of`",
    )
    ways: Annotated[dict[str, Way], Named] = Field(
        description="the ways of capturing, by name; all that admit the played card apply together", min_length=1
    )


class Bonus(Area):
    """Points for a play that captures."""

    label: Text | None = Field(default=None, description="what players call it; its name where not said")
    when: PlayCondition = Field(description="the condition on which it scores")
    points: PlayAmount = Field(description="a number, or an expression such as `2 * card.worth`; 0 turns it off")
    instead_of: Name | None = Field(default=None, description="a bonus that does not score where this one does")


def _most_or_number(node: object, _: ValidationInfo) -> int | None:
    if isinstance(node, ScalarNode) and node.text == "most":
        return None
    return whole(node, 1, 52, "`most`, or a whole number from 1 to 52")


_AT_LEAST_SCHEMA = {"anyOf": [{"const": "most"}, {"type": "integer", "minimum": 1, "maximum": 52}]}


class Award(Area):
    """Points for captured cards of a kind, counted after the deal."""

    label: Text | None = Field(default=None, description="what players call it; its name where not said")
    counts: DeckPattern = Field(description="the captured cards that are counted")
    at_least: Annotated[int | None, Read(_most_or_number, _AT_LEAST_SCHEMA)] = Field(
        description="`most`: it goes to the side with the most; a number: to a side with at least that many"
    )
    points: Points = Field(description="what it is worth")
    if_nobody: Annotated[IfNobody, one_word(IfNobody)] = Field(
        description="where nobody wins it or several tie: nobody or each of those who tie gets it, "
        "it is carried to the next winner, or the deal is void and the same dealer deals again"
    )


class Scoring(Area):
    """What is counted after a deal."""

    cards: AmountByPattern = Field(
        description="points of captured cards, by card pattern; every pattern that a card matches counts. "
        "An expression may speak of the card: `numeric: card.value`"
    )
    awards: Annotated[dict[str, Award], Named] = Field(description="awards for counts of cards, by name")
    leftover: Annotated[Leftover, one_word(Leftover)] = Field(
        description="who gets the cards left on the floor at the end of a deal; it is no sweep"
    )


class Extension(Area):
    """A tie raises the target."""

    extend: PositiveNumber = Field(description="by how much the target rises, until it is above the tied score")


def _tie(node: object, info: ValidationInfo) -> TiePolicy | Extension:
    if isinstance(node, MapNode):
        return Extension.model_validate(node, context=info.context)
    if isinstance(node, ScalarNode) and node.text == TiePolicy.EXTEND.value:
        fix = write(node.span, "{extend: 20}", certain=False)
        raise wrong("wrong-type", "`extend` needs a number of points", node.span, "write `{extend: 20}`", fix)
    if isinstance(node, ScalarNode) and (number := _EXTENDED.fullmatch(node.text)):
        fix = write(node.span, f"{{extend: {number[1]}}}", certain=True)
        raise wrong("wrong-type", "a tie that raises the target is a mapping", node.span, fix.title, fix)
    return word(node, TiePolicy)


_EXTENDED = re.compile(r"extend[\s_:=-]*([0-9]+)")
_TIE_SCHEMA = {
    "anyOf": [
        {"enum": [TiePolicy.ANOTHER_DEAL.value, TiePolicy.DRAW.value]},
        {"type": "object", "required": ["extend"], "properties": {"extend": {"type": "number"}}},
    ]
}


class Match(Area):
    """When a match ends, and who wins."""

    target: PositiveNumber = Field(description="the score that ends the match once a deal is fully counted")
    games_to_win: Annotated[int, whole_number(1, 9)] = Field(
        default=1,
        description="how many games a side must win, each from 0 to the target; 2 makes a rubber. "
        "A carry lapses with its game, and a drawn game counts for nobody",
    )
    tie: Annotated[TiePolicy | Extension, Read(_tie, _TIE_SCHEMA)] = Field(
        description="equal highest scores at the target: another deal, a draw, or the target rises by `extend`"
    )

    @property
    def tie_policy(self) -> TiePolicy:
        """Return the policy without its number."""
        return TiePolicy.EXTEND if isinstance(self.tie, Extension) else self.tie

    @property
    def extend(self) -> Number:
        """Return by how much a tie raises the target."""
        return self.tie.extend if isinstance(self.tie, Extension) else 0


def _choices(node: object, _: ValidationInfo) -> Node:
    if isinstance(node, ScalarNode):
        fixes = put_in_brackets(node) if node.text[:1].isdigit() else ()
        advice = f"{fixes[0].title}: a list stands in brackets" if fixes else "such as `[101, 121]`"
        raise wrong_type(node, "a list of values, or a mapping from choice to value or patch", advice, *fixes)
    assert isinstance(node, MapNode | ListNode)
    return node


class Option(Area):
    """A named choice that the players of a profile settle before they start."""

    about: Text = Field(description="what is chosen, in a few words")
    sets: Text | None = Field(default=None, description="the key whose value the choices are, such as match.target")
    choices: Annotated[Node, Read(_choices, {"type": ["array", "object"]})] = Field(
        description="with `sets`: a list of values, or a mapping from choice to value, the profile's own value being "
        "the default, which can be chosen by name only if it is among them; "
        "without: a mapping from choice to what it changes in the profile, the first being the default"
    )


class Reading(Area):
    """How a disputed or silent place of the sources is read."""

    key: Text = Field(description="the key that is read so")
    status: Annotated[ReadingStatus, one_word(ReadingStatus)] = Field(description="what the reading rests on")
    source: Text | None = Field(default=None, description="the source, such as S0 §4")
    note: Text | None = Field(default=None, description="what is decided, and why")
    others: Annotated[tuple[Text, ...], Items] = Field(default=(), description="the other readings of the same place")


class Profile(Area):
    """A profile with all that it inherits and every choice made: the rules of one game, as data."""

    format: Annotated[int, whole_number(1, FORMAT)] = Field(description=f"the version of this format: {FORMAT}")
    name: Name = Field(description="the profile's name")
    title: Text = Field(default="", description="the name that players read; the profile's name where not said")
    sources: Annotated[dict[str, Text], Named] = Field(
        default_factory=dict, description="where the rules come from, by a short key"
    )
    seats: Seats = Field(description="who plays, and how they sit")
    deck: Deck = Field(description="the cards, and what each is worth in sums")
    dealing: Dealing = Field(description="how the cards come to the seats and to the floor")
    capture: Capture = Field(description="what a card takes from the floor, and when it must")
    bonuses: Annotated[dict[str, Bonus], Named] = Field(
        description="points for plays, by name; looked at only when a play captures, and all that hold add up"
    )
    scoring: Scoring = Field(description="what is counted after a deal")
    match: Match = Field(description="when a match ends")
    options: Annotated[dict[str, Option], Named] = Field(
        default_factory=dict, description="what players of this profile settle before they start, by name"
    )
    readings: Annotated[tuple[Reading, ...], Items] = Field(
        default=(), description="how disputed places of the sources are read"
    )

    _origins: Origins = PrivateAttr()

    @property
    def origins(self) -> Origins:
        """Return where every effective value comes from, and which choices were made."""
        return self._origins

    def span(self, path: str) -> Span | None:
        """Return where the value of the key `path` was written, or None where it is a default."""
        return self._origins.span(path)


FILE_KEYS = {
    "extends": "the profile that this one changes: a shipped profile's name, or a path with a / or ending in .yaml",
    "remove": "inherited keys that this profile does without, such as [options.tie]",
    "choose": "choices of inherited options that this profile makes, such as {target: 121}",
    "allow": "findings of `basra check` that are meant so, by code, each with the reason, such as {gap: nobody minds}",
}
"""The keys of a file that speak of the file itself and are no part of the effective profile."""
