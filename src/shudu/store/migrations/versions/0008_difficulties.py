"""Five difficulties, which a puzzle has only if its clue count, its hardest technique and its level agree."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_BANDS = {
    "easy": ("easy", 38, 55),
    "medium": ("medium", 28, 37),
    "hard": ("hard", 17, 27),
    "expert": ("unfair", 17, 27),
    "extreme": ("extreme", 17, 27),
}
_FORMER_BANDS = "CASE WHEN clues < 28 THEN 'hard' WHEN clues < 38 THEN 'medium' ELSE 'easy' END"
_TECHNIQUES = {  # by level, when this revision was written
    "easy": """
        full-house naked-single hidden-single
    """,
    "medium": """
        locked-pair locked-triple pointing claiming naked-pair naked-triple hidden-pair hidden-triple
    """,
    "hard": """
        naked-quad hidden-quad x-wing swordfish jellyfish remote-pair bug-1 bug-type-2 bug-type-3 bug-type-4
        skyscraper two-string-kite dual-two-string-kite turbot-fish empty-rectangle dual-empty-rectangle w-wing
        xy-wing xyz-wing wxyz-wing uniqueness-1 uniqueness-2 uniqueness-3 uniqueness-4 uniqueness-5 uniqueness-6
        hidden-rectangle avoidable-rectangle-1 avoidable-rectangle-2 unique-loop extended-rectangle
        finned-x-wing sashimi-x-wing simple-colours-trap simple-colours-wrap multi-colours-1 multi-colours-2
    """,
    "unfair": """
        squirmbag whale leviathan finned-swordfish sashimi-swordfish finned-jellyfish sashimi-jellyfish
        finned-squirmbag sashimi-squirmbag finned-whale sashimi-whale finned-leviathan sashimi-leviathan
        sue-de-coq medusa-3d aligned-pair-exclusion x-chain xy-chain aic discontinuous-nice-loop
        continuous-nice-loop grouped-aic grouped-discontinuous-nice-loop grouped-continuous-nice-loop als-xz
        als-xy-wing als-xy-wing-overlapping als-chain als-chain-both-ways als-aic als-discontinuous-nice-loop
        als-continuous-nice-loop death-blossom death-blossom-overlapping franken-x-wing franken-swordfish
        franken-jellyfish finned-franken-x-wing finned-franken-swordfish finned-franken-jellyfish
    """,
    "extreme": """
        franken-squirmbag franken-whale franken-leviathan finned-franken-squirmbag finned-franken-whale
        finned-franken-leviathan mutant-x-wing mutant-swordfish mutant-jellyfish mutant-squirmbag mutant-whale
        mutant-leviathan finned-mutant-x-wing finned-mutant-swordfish finned-mutant-jellyfish
        finned-mutant-squirmbag finned-mutant-whale finned-mutant-leviathan kraken-fish-1 kraken-fish-2
        kraken-franken-fish-1 kraken-franken-fish-2 kraken-mutant-fish-1 kraken-mutant-fish-2 nishio
        forcing-chain-verity forcing-chain-contradiction forcing-net-verity forcing-net-contradiction
        template-set template-delete brute-force
    """,
}
_PLAYERS = {"false": "true", "true": "player_id IN (SELECT id FROM players WHERE established IS NOT NULL)"}
_FILL = """
INSERT INTO standings (board, help, flagged, established, player_id, elapsed, finished, game_id)
SELECT board, help, {flagged}, {established}, player_id, elapsed, finished, game_id FROM (
    SELECT 'difficulty ' || difficulty AS board, {help} AS help, player_id, elapsed, finished, game_id, row_number() OVER (
        PARTITION BY difficulty, {help}, player_id ORDER BY elapsed, finished, game_id
    ) AS nth
    FROM results
    WHERE unranked = '' AND NOT pending AND NOT shared AND level IS NULL AND difficulty <> '' AND ({flagged} OR flags = '')
        AND {who}
) AS bests WHERE nth = 1
"""


def upgrade() -> None:
    """Find the difficulty of every puzzle again, and with it those of its games and results; empty means none.

    The stock of puzzles without a difficulty is deleted; the server fills it again.
    """
    for column in ("difficulty", "level"):
        op.add_column("games", sa.Column(column, sa.String(length=8), nullable=False, server_default=""))
    op.create_index(op.f("ix_puzzles_technique_given"), "puzzles", ["technique", "given"])
    op.execute(f"UPDATE puzzles SET difficulty = {_build_case()}")
    op.execute(
        "DELETE FROM puzzles WHERE given IS NULL AND shown IS NULL AND made_for = 'difficulty' AND difficulty = ''"
    )
    for column in ("difficulty", "level"):
        known = f"(SELECT {column} FROM puzzles WHERE puzzles.id = games.puzzle_id)"
        op.execute(f"UPDATE games SET {column} = {known} WHERE puzzle_id IS NOT NULL")
    op.execute("UPDATE results SET difficulty = (SELECT difficulty FROM games WHERE games.id = results.game_id)")
    _fill_standings()


def downgrade() -> None:
    """Return to the difficulties by clue count."""
    op.execute(f"UPDATE puzzles SET difficulty = {_FORMER_BANDS}")
    clues = "(SELECT length(replace(line, '.', '')) AS clues FROM games WHERE games.id = results.game_id) AS lines"
    op.execute(f"UPDATE results SET difficulty = (SELECT {_FORMER_BANDS} FROM {clues})")
    _fill_standings()
    op.drop_index(op.f("ix_puzzles_technique_given"), "puzzles")
    for column in ("level", "difficulty"):
        op.drop_column("games", column)


def _build_case() -> str:
    """Return the SQL expression for the difficulty of a puzzle."""
    cases = []
    for difficulty, (level, fewest, most) in _BANDS.items():
        techniques = ", ".join(f"'{name}'" for name in _TECHNIQUES[level].split())
        agrees = f"level = '{level}' AND clues BETWEEN {fewest} AND {most} AND technique IN ({techniques})"
        cases.append(f"WHEN {agrees} THEN '{difficulty}'")
    return f"CASE {' '.join(cases)} ELSE '' END"


def _fill_standings() -> None:
    """Compute the all-time leaderboards of difficulties from the results."""
    op.execute("DELETE FROM standings WHERE board LIKE 'difficulty %'")
    for help in ("''", "help"):
        for flagged in ("true", "false"):
            for established, who in _PLAYERS.items():
                op.execute(_FILL.format(help=help, flagged=flagged, established=established, who=who))
