"""Sudoku as an environment of Gymnasium: one game, or thousands at once over NumPy arrays.

An observation is the 9×9 grid, 0 for blank. Action `9 * cell + digit - 1` writes a digit. A digit that is already in the
row, column or box, and a cell that is filled, are illegal: the position stays and costs a little. A full grid is solved,
because every digit in it was legal; it gives 1. Nothing depends on the solution, so that rewards never leak it.
"""

from __future__ import annotations

from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from shudu.core.errors import ShuduError
from shudu.core.geometry import BOX_OF, COLUMN_OF, ROW_OF
from shudu.core.text import write_line
from shudu.kernel.solve import Rows, as_digits, solve_many
from shudu.locale.catalogue import text
from shudu.puzzles.api import generate_many

ACTIONS: Final = 729
ILLEGAL: Final = -0.01  # reward of an illegal action
_POOL: Final = 1024  # puzzles that are made if none are given
_HOUSES_OF: Final[NDArray[np.intp]] = np.array(
    [ROW_OF, [9 + c for c in COLUMN_OF], [18 + b for b in BOX_OF]], np.intp
).T

Observations = NDArray[np.uint8]


class _Boards:
    """The state of many games, and the rules applied to all of them at once.

    Attributes:
        digits: The positions, an (n, 81) array.
        used: For each house the mask of its digits, an (n, 27) array.
    """

    def __init__(self, n: int) -> None:
        self.digits = np.zeros((n, 81), np.uint8)
        self.used = np.zeros((n, 27), np.uint16)
        self.empty = np.zeros(n, np.int64)
        self._all = np.arange(n)

    def start(self, which: NDArray[np.intp], puzzles: Observations) -> None:
        """Begin new games."""
        self.digits[which] = puzzles
        bits = np.where(puzzles, np.left_shift(1, puzzles.astype(np.uint16) - 1, dtype=np.uint16), np.uint16(0))
        used = np.zeros((len(which), 27), np.uint16)
        for house in range(27):
            cells = [cell for cell, houses in enumerate(_HOUSES_OF.tolist()) if house in houses]
            used[:, house] = np.bitwise_or.reduce(bits[:, cells], axis=1)
        self.used[which] = used
        self.empty[which] = (puzzles == 0).sum(axis=1)

    def play(self, actions: NDArray[np.integer[Any]], active: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Write a digit in each active game; return which of these moves were legal."""
        cells, digits = np.divmod(actions, 9)
        bits = np.left_shift(1, digits).astype(np.uint16)
        rows = self._all
        houses = _HOUSES_OF[cells]
        seen = self.used[rows, houses[:, 0]] | self.used[rows, houses[:, 1]] | self.used[rows, houses[:, 2]]
        legal: NDArray[np.bool_] = active & (self.digits[rows, cells] == 0) & ((seen & bits) == 0)
        moved = np.flatnonzero(legal)
        self.digits[moved, cells[moved]] = digits[moved] + 1
        self.used[moved[:, None], houses[moved]] |= bits[moved, None]
        self.empty[moved] -= 1
        return legal

    def legal_actions(self) -> NDArray[np.bool_]:
        """Return which of the 729 actions are legal in each game, an (n, 729) array."""
        seen = np.bitwise_or.reduce(self.used[:, _HOUSES_OF], axis=2)
        free = (seen[:, :, None] >> np.arange(9, dtype=np.uint16) & 1) == 0
        legal: NDArray[np.bool_] = (free & (self.digits == 0)[:, :, None]).reshape(-1, ACTIONS)
        return legal


class SudokuVectorEnv(VectorEnv[Observations, NDArray[Any], NDArray[Any]]):
    """Many games at once.

    A finished game begins a new one at the next step, whose action is ignored (`AutoresetMode.NEXT_STEP`).

    Args:
        num_envs: The number of games.
        puzzles: The puzzles to draw from, as for `shudu.solve_many`; by default 1024 new ones.
        clues: The number of clues of new puzzles.
        max_steps: After this many steps a game is truncated.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012  # gymnasium declares it so

    def __init__(
        self, num_envs: int = 1024, puzzles: Rows | None = None, clues: int = 30, max_steps: int = 200
    ) -> None:
        self.num_envs: int = num_envs
        self.single_observation_space: spaces.Space[Any] = spaces.Box(0, 9, (9, 9), np.uint8)
        self.single_action_space: spaces.Space[Any] = spaces.Discrete(ACTIONS)
        self.observation_space: spaces.Space[Any] = batch_space(self.single_observation_space, num_envs)
        self.action_space: spaces.Space[Any] = batch_space(self.single_action_space, num_envs)
        self._pool = None if puzzles is None else _check_puzzles(as_digits(puzzles))
        self._makes_puzzles = puzzles is None
        self._clues, self._max_steps = clues, max_steps
        self._boards = _Boards(num_envs)
        self._steps = np.zeros(num_envs, np.int64)
        self._done = np.zeros(num_envs, np.bool_)
        self._has_begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin all games.

        Args:
            seed: The random seed of the puzzles.
            options: Not used.
        """
        super().reset(seed=seed)
        if self._makes_puzzles and (self._pool is None or seed is not None):
            self._pool = generate_many(_POOL, self._clues, seed=int(self.np_random.integers(2**63))).puzzles
        self._begin(np.arange(self.num_envs))
        self._has_begun = True
        return self._observe(), {}

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Observations, NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Play an action in each game.

        Args:
            actions: The actions, 0 to 728.

        Raises:
            ShuduError: If one of them is not an action, or there is not one for each game.
            ResetNeeded: If `reset` has not been called.
        """
        actions = self._check_actions(actions)
        fresh = np.flatnonzero(self._done)
        if len(fresh):
            self._begin(fresh)
        active = np.ones(self.num_envs, np.bool_)
        active[fresh] = False
        legal = self._boards.play(actions, active)
        self._steps += active
        solved = active & (self._boards.empty == 0)
        truncated = active & ~solved & (self._steps >= self._max_steps)
        rewards = np.where(active & ~legal, ILLEGAL, 0.0) + solved
        self._done = solved | truncated
        return self._observe(), rewards, solved, truncated, {}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which of the 729 actions are legal in each game, an (n, 729) array."""
        return self._boards.legal_actions()

    def _check_actions(self, actions: NDArray[Any]) -> NDArray[np.integer[Any]]:
        if self._pool is None or not self._has_begun:
            raise ResetNeeded(text("ml.reset-needed"))
        values = np.asarray(actions)
        if values.shape != (self.num_envs,) or values.dtype.kind not in "iu":
            raise ShuduError("ml.actions", n=self.num_envs)
        if values.min() < 0 or values.max() >= ACTIONS:
            raise ShuduError("ml.action-range", last=ACTIONS - 1)
        return values

    def _begin(self, which: NDArray[np.intp]) -> None:
        assert self._pool is not None
        self._boards.start(which, self._pool[self.np_random.integers(len(self._pool), size=len(which))])
        self._steps[which] = 0
        self._done[which] = False

    def _observe(self) -> Observations:
        return self._boards.digits.reshape(-1, 9, 9).copy()


def _check_puzzles(puzzles: Observations) -> Observations:
    """Return puzzles that can be solved."""
    if not len(puzzles):
        raise ShuduError("ml.no-puzzles")
    unsolvable = np.flatnonzero(solve_many(puzzles, limit=1).counts == 0)
    if len(unsolvable):
        row = int(unsolvable[0])
        raise ShuduError("ml.unsolvable", row=row, puzzle=write_line(puzzles[row].tobytes()))
    return puzzles


class SudokuEnv(gymnasium.Env[Observations, int]):
    """One game; `info["action_mask"]` says which actions are legal.

    Args:
        puzzles: The puzzles to draw from, as for `shudu.solve_many`; by default new ones.
        clues: The number of clues of new puzzles.
        max_steps: After this many steps the game is truncated.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012  # gymnasium declares it so

    def __init__(self, puzzles: Rows | None = None, clues: int = 30, max_steps: int = 200) -> None:
        self._games = SudokuVectorEnv(1, puzzles, clues, max_steps)
        self.observation_space: spaces.Space[Any] = self._games.single_observation_space
        self.action_space: spaces.Space[Any] = self._games.single_action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin a game.

        Args:
            seed: The random seed of the puzzles.
            options: Not used.
        """
        super().reset(seed=seed)
        observation, _ = self._games.reset(seed=seed)
        return observation[0], self._info()

    def step(self, action: int) -> tuple[Observations, float, bool, bool, dict[str, Any]]:
        """Play an action.

        Args:
            action: The action, 0 to 728.
        """
        observation, rewards, solved, truncated, _ = self._games.step(np.array([action]))
        return observation[0], float(rewards[0]), bool(solved[0]), bool(truncated[0]), self._info()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._games.action_masks()[0]}
