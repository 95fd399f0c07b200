"""A hint in words, as far as a level tells: Chinese or English."""

from __future__ import annotations

from shudu.core.geometry import cell_name
from shudu.logic.explain import explain
from shudu.logic.hint import Disclosure, Hint, Mistake
from shudu.logic.notation import conclusions
from shudu.logic.phrases import Phrases
from shudu.logic.texts import texts


def tell(hint: Hint, level: int, language: str = "en") -> list[str]:
    """What a hint says at a level from 1 to 5, one sentence a line.

    >>> from shudu.logic.hint import hint
    >>> tell(hint("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"), 2)
    ['Look at box 5.', 'Technique: Naked Single.']
    """
    said = texts(language)
    say = Phrases(said)
    told = hint.disclosed(level)
    if hint.mistake is not None:
        return [_mistake(hint.mistake, told, say)]
    if hint.step is None:
        return [said.words[hint.kind.replace(" ", "_")]]
    lines = [said.words["look"].format(where=say.places(told.region))]
    if told.technique:
        lines.append(said.words["use"].format(name=said.names[told.technique]))
    if told.cells:
        lines.append(said.words["pattern"].format(cells=say.cells(told.cells)))
    if told.step is not None:
        lines.append(explain(told.step, language))
    if told.places or told.removes:
        lines.append(said.words["apply"].format(what=conclusions(hint.step)))
    return lines


def _mistake(mistake: Mistake, told: Disclosure, say: Phrases) -> str:
    if not told.cells:
        return say.words["mistake_region"].format(where=say.places(told.region))
    form = say.words["mistake_placed" if mistake.placed else "mistake_removed"]
    return form.format(cell=cell_name(mistake.cell), digit=mistake.digit)
