"""Train a small neural network to solve easy puzzles, on one CPU core, in a few minutes.

Needs PyTorch (`pip install torch`). Prints, for puzzles the network has never seen even up to symmetry, how many blank cells
and how many whole puzzles it gets right, beside a baseline that picks one of the digits the rules allow.
"""

import argparse

import numpy as np
import torch
from torch import nn

import shudu
from shudu import ml

HOUSES = np.zeros((81, 27), np.float32)
for cell in range(81):
    HOUSES[cell, [cell // 9, 9 + cell % 9, 18 + cell // 27 * 3 + cell % 9 // 3]] = 1


class Solver(nn.Module):
    """Each cell repeatedly looks at what its row, column and box hold, with the same weights everywhere and every time."""

    def __init__(self, width: int = 48, rounds: int = 12) -> None:
        super().__init__()
        self.rounds = rounds
        self.register_buffer("houses", torch.tensor(HOUSES))
        self.embed = nn.Embedding(10, width)
        self.update = nn.Sequential(nn.Linear(5 * width, 2 * width), nn.ReLU(), nn.Linear(2 * width, width))
        self.norm = nn.LayerNorm(width)
        self.read = nn.Linear(width, 9)

    def forward(self, puzzles: torch.Tensor) -> list[torch.Tensor]:
        """Return the logits of the nine digits for each cell after each round."""
        givens = self.embed(puzzles)
        state, answers = givens, []
        for _ in range(self.rounds):
            sums = torch.einsum("bcw,ch->bhw", state, self.houses)
            seen = [sums[:, houses] for houses in (ROWS, COLUMNS, BOXES)]
            state = self.norm(state + self.update(torch.cat([state, givens, *seen], -1)))
            answers.append(self.read(state))
        return answers


ROWS = torch.arange(81) // 9
COLUMNS = 9 + torch.arange(81) % 9
BOXES = 18 + torch.arange(81) // 27 * 3 + torch.arange(81) % 9 // 3


def main() -> None:
    """Make data, train, and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=500)
    parser.add_argument("--clues", type=int, default=45)
    parser.add_argument("--puzzles", type=int, default=20_000)
    options = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)

    batch = shudu.generate_many(options.puzzles, clues=options.clues, seed=1)
    train, test = ml.split(batch.puzzles, 0.05)
    print(ml.find_leaks(batch.puzzles[train], batch.puzzles[test]))
    puzzles = torch.tensor(batch.puzzles.astype(np.int64))
    labels = torch.tensor(batch.solutions.astype(np.int64)) - 1

    model = Solver()
    optimizer = torch.optim.AdamW(model.parameters(), 2e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 4e-3, total_steps=options.steps)
    for step in range(1, options.steps + 1):
        rows = torch.tensor(np.random.default_rng(step).choice(train, 96))
        optimizer.zero_grad()
        loss = sum(nn.functional.cross_entropy(a.flatten(0, 1), labels[rows].flatten()) for a in model(puzzles[rows]))
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        if step % 250 == 0 or step == options.steps:
            print(f"step {step}: loss {loss.item() / model.rounds:.3f}, {report(model, puzzles[test], labels[test])}")
    print(f"baseline: {100 * guess(batch.puzzles[test]):.1f} % of blank cells")


@torch.no_grad()
def report(model: Solver, puzzles: torch.Tensor, labels: torch.Tensor) -> str:
    """Return the share of right blank cells and of right puzzles."""
    chosen = model(puzzles)[-1].argmax(-1)
    blank = puzzles == 0
    right = (chosen == labels) | ~blank
    answers = torch.where(blank, chosen + 1, puzzles).numpy()
    solved = np.mean([ml.verify(p, a) for p, a in zip(puzzles.numpy(), answers, strict=True)])
    return f"{100 * right[blank].float().mean():.1f} % of blank cells, {100 * solved:.1f} % of puzzles"


def guess(puzzles: np.ndarray) -> float:
    """Return how often a random digit among those the rules allow is right."""
    peers = HOUSES @ HOUSES.T > 0
    blanks = [(puzzle, cell) for puzzle in puzzles for cell in np.flatnonzero(puzzle == 0)]
    return float(np.mean([1 / (9 - len(set(puzzle[peers[cell]].tolist()) - {0})) for puzzle, cell in blanks]))


if __name__ == "__main__":
    main()
