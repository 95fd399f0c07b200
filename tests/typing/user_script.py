"""A program that uses every public name. Type checkers must accept it in strict mode; it is not run."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

import shudu

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def construct() -> list[shudu.Puzzle]:
    digits = [0] * 81
    array = np.zeros((9, 9), np.int64)
    board = [["5", "3", "."] * 3] * 9
    print(shudu.rate(board).score, shudu.hint(board).step, shudu.solve_many([board, LINE]).lines, shudu.solve(array))
    print(shudu.solve_many(np.zeros((3, 9, 9), np.uint8)), np.asarray(shudu.Grid(LINE)).shape, shudu.Grid(LINE)[0, 4])
    print(shudu.Grid(LINE).to_dict(), shudu.Puzzle(LINE).to_dict())
    return [shudu.Puzzle(each) for each in (LINE, bytes(81), digits, [digits[:9]] * 9, array, shudu.Grid(LINE))]


def solve(puzzle: shudu.Puzzle) -> str:
    try:
        solution: shudu.Grid = shudu.solve(puzzle)
    except shudu.ManySolutions as error:
        return " ".join(grid.line for grid in error.witnesses)
    except shudu.ConflictingGivens as error:
        return str(shudu.CellSet(error.cells))
    except (shudu.NoSolution, shudu.MalformedGrid) as error:
        return error.render("zh")
    digits: list[int] = list(solution)
    return f"{solution.line} {digits[0]} {puzzle[0] + len(puzzle)}"


def count(puzzle: shudu.Puzzle) -> int:
    first: Iterator[shudu.Grid] = shudu.solutions(puzzle, limit=3)
    batch: shudu.Batch = shudu.solve_many([puzzle, LINE], threads=1, progress=print)
    solved: shudu.SolvedPuzzle = batch[0]
    return shudu.count(puzzle, limit=2) + len(list(first)) + solved.solutions + int(batch.counts.sum())


def generate() -> shudu.GeneratedPuzzle:
    many: shudu.PuzzleBatch = shudu.generate_many(3, 30, seed=1)
    for part in shudu.generate_stream(2, 30, seed=1):
        print(len(part))
    origin: shudu.Origin = many[0].origin
    try:
        return shudu.generate(difficulty="easy", seed=origin.seed)
    except shudu.ImpossibleRequest as error:
        print(error.code)
        raise


def number() -> int:
    grid = shudu.full_grid(seed=1)
    symmetry: shudu.Symmetry = shudu.automorphisms(grid)[0]
    image = shudu.Grid(symmetry.apply(grid.digits))
    assert shudu.same_up_to_symmetry(grid, image) and shudu.canonical(grid) == shudu.canonical(image)
    assert shudu.full_grids(2, seed=1).shape == (2, 81)
    return shudu.rank(shudu.unrank(shudu.GRIDS - 1))


def reason(puzzle: shudu.Puzzle) -> str:
    hint: shudu.Hint = shudu.hint(puzzle)
    step: shudu.Step | None = hint.step
    path: shudu.Path = shudu.solve_by_logic(puzzle)
    rating: shudu.Rating = shudu.rate(puzzle)
    felt: shudu.PlayerRating = shudu.rate(puzzle, "player")
    explainer: shudu.SeRating = shudu.rate(puzzle, "se", seconds=10)
    many: shudu.Ratings = shudu.rate_many([puzzle, LINE], "se", threads=2, progress=print)
    print(felt.minutes, explainer.er + explainer.ep + explainer.ed, many["er"].mean(), many.problems)
    names = [each.id for each in shudu.techniques()]
    single: shudu.Technique = shudu.technique("naked-single")
    found = [*single.find(puzzle.grid), *shudu.steps(puzzle, ["xy-wing"])]
    if step is None:
        return f"{path.steps} {rating.score} {names} {found}"
    links: tuple[shudu.Link, ...] = step.links
    candidates: list[shudu.Candidate] = [*step.places, *step.removes]
    digits = shudu.DigitSet(candidate.digit for candidate in candidates)
    return f"{shudu.explain(step, 'zh')} {shudu.notation(step)} {links} {digits}"


def practise() -> str:
    made: shudu.Lesson = shudu.lesson("x-wing")
    screen: shudu.Screen = made.screens[0]
    action: shudu.Action = screen.action
    drill: shudu.Drill = shudu.drill("x-wing", seed=1)
    step = drill.answers[0]
    feedback: shudu.Feedback = drill.check(removes=step.removes, cells=drill.patterns[0])
    return f"{made.text(0, 'zh')} {action.kind} {drill.question()} {feedback.kind} {feedback.describe('x-wing')}"


def learn(puzzle: shudu.Puzzle) -> float:
    report: shudu.ml.LeakReport = shudu.ml.find_leaks([puzzle], [LINE])
    return shudu.ml.reward(puzzle, LINE) + shudu.ml.verify(puzzle, LINE) + report.equivalent


def watch(puzzle: shudu.Puzzle) -> list[shudu.Why]:
    try:
        run: shudu.Trace = shudu.trace(puzzle, by="sat", limit=2)
    except shudu.MissingExtra:
        run = shudu.trace_making(seed=1)
    event: shudu.Event = run[0]
    return [event.why, *(each.why for each in run)]


def exchange(file: Path) -> None:
    try:
        sheet: shudu.Sheet = shudu.read(file)
        print(shudu.write(sheet, "sdk"), len(list(shudu.read_all(file))))
    except (shudu.MalformedSheet, shudu.DataLossWarning) as error:
        print(error)


def play(puzzle: shudu.Puzzle) -> shudu.Game:
    try:
        return shudu.Game(puzzle).play("r1c3=4")
    except shudu.ShuduError as error:
        print(error.code, error.fields, shudu.__version__, shudu.bulk.__name__)
        raise
