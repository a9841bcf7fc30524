from __future__ import annotations

from basra_rules.analysis.effort import Effort
from basra_rules.analysis.reaching import reach, representatives
from basra_rules.analysis.situations import make_domain
from basra_rules.profile.loading import load_profile


def test_a_search_without_steps_left_is_not_complete() -> None:
    domain = make_domain(load_profile("yemeni"))
    card = representatives(domain)[0]
    assert not any(one.complete for one in reach(domain, domain.rules[0], card, effort=Effort(0)))


def test_what_a_search_leaves_goes_back() -> None:
    effort = Effort(10)
    share = effort.share()
    assert share.spend(4)
    effort.settle(share)
    assert effort.left == 6


def test_no_share_is_more_than_is_left() -> None:
    effort = Effort(3)
    assert effort.share().left == 3
    assert not effort.share().spend()
