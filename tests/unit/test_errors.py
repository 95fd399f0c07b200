"""Errors keep their message and attributes when pickled or copied, and are rendered in both languages."""

import copy
import pickle
import re
from collections.abc import Callable

import pytest

import shudu
from shudu.game.move import BadMove

RAISING: dict[type[shudu.ShuduError], Callable[[], object]] = {
    shudu.ConflictingGivens: lambda: shudu.solve("55" + "." * 79),
    shudu.ManySolutions: lambda: shudu.solve("." * 81),
    shudu.NoSolution: lambda: shudu.solve("12345678" + "." * 9 + "9" + "." * 63),
    shudu.MalformedGrid: lambda: shudu.solve("x"),
    shudu.MalformedSheet: lambda: shudu.read("zzz"),
    shudu.ImpossibleRequest: lambda: shudu.generate(clues=16),
    BadMove: lambda: shudu.Game("." * 81).play("zz"),
}


@pytest.mark.parametrize("kind", RAISING)
def test_an_error_can_be_pickled_and_copied(kind: type[shudu.ShuduError]) -> None:
    with pytest.raises(kind) as caught:
        RAISING[kind]()
    for again in (pickle.loads(pickle.dumps(caught.value)), copy.copy(caught.value)):
        assert type(again) is kind
        assert str(again) == str(caught.value)
        assert vars(again) == vars(caught.value)


@pytest.mark.parametrize("kind", RAISING)
def test_errors_are_rendered_in_both_languages(kind: type[shudu.ShuduError]) -> None:
    with pytest.raises(kind) as caught:
        RAISING[kind]()
    assert str(caught.value) == caught.value.render("en")
    assert re.search(r"[\u4e00-\u9fff]", caught.value.render("zh"))
