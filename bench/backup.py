"""Time `shudu admin backup` while 200 players play on the same SQLite file.

    python bench/backup.py                 a database of half a gigabyte
    python bench/backup.py --games 240000  one twice as large

Prints the time per gigabyte of the backup and the response times of the players. Then it restores the copy, checks it and
compares it with the database, which must still have every move, game and player of the copy.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from asyncio import Runner
from contextlib import closing
from pathlib import Path

import uvloop

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from bench.load import NICENESS, fill_stock, measure_steady, percentile, serve  # noqa: E402
from shudu.core.geometry import cell_name  # noqa: E402
from shudu.store.maintenance import check_database, restore_database  # noqa: E402
from shudu.store.tables import new_id, now  # noqa: E402

ADMIN = [sys.executable, "-c", "from shudu.cli import main; main()", "admin"]
ARRIVE = 10.0  # seconds within which the players arrive
BATCH = 2_000  # games played at the same time, whose moves are mixed in the file
MOVES = 70  # per game
COLUMNS = {  # of tables from which play deletes nothing: those that stay as they are
    "moves": ("game_id", "seq", "at", "move"),
    "games": ("id", "player_id", "line", "started"),
    "players": ("id", "created"),
}


def fill_games(file: Path, count: int) -> None:
    """Add unfinished games of one player with all their moves, in the order of play."""
    chance = random.Random(1)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("PRAGMA synchronous = OFF")
        player, moment = new_id(), now()
        connection.execute("INSERT INTO players (id, created) VALUES (?, ?)", (player, moment))
        for _ in range(0, count, BATCH):
            ids = [new_id() for _ in range(BATCH)]
            columns = "id, player_id, line, started, seen, shared, again, offline, restored"
            rows = [(each, player, "." * 81, moment, moment, 0, 0, 0, 0) for each in ids]
            connection.executemany(f"INSERT INTO games ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
            for seq in range(1, MOVES + 1):
                move = f"{cell_name(chance.randrange(81))}={chance.randint(1, 9)}"
                connection.executemany(
                    "INSERT INTO moves VALUES (?, ?, ?, ?)", [(i, seq, 5000 * seq, move) for i in ids]
                )


async def back_up(file: Path, copy: Path) -> tuple[float, float]:
    """Run the command once all players have arrived; return its wall time and processor time in seconds."""
    await asyncio.sleep(ARRIVE + 1)
    start = time.perf_counter()
    process = subprocess.Popen([*ADMIN, "backup", str(copy), "--database", str(file)], stdout=subprocess.DEVNULL)
    _, status, usage = await asyncio.to_thread(os.wait4, process.pid, 0)
    if status:
        sys.exit("the backup failed")
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime


def compare(copy: Path, file: Path) -> None:
    """Restore a copy and check that it is whole and that all its rows are in the database."""
    restored = copy.with_name("restored.db")
    restore_database(str(restored), copy)
    check_database(str(restored))
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("ATTACH ? AS copy", (str(restored),))
        for table, columns in COLUMNS.items():
            same = " AND ".join(f"main.{table}.{name} = row.{name}" for name in columns)
            known = f"EXISTS (SELECT 1 FROM main.{table} WHERE {same})"
            count, other = connection.execute(f"SELECT count(*), sum(NOT {known}) FROM copy.{table} AS row").fetchone()
            print(f"{table}: {count:,} restored, {other} that the database does not have")


def main() -> None:
    """Run the measurement from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=160_000, help="games in the database before the players arrive")
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30, help="duration of play after the players have arrived")
    options = parser.parse_args()
    options.arrive, options.hostile = ARRIVE, 0
    with tempfile.TemporaryDirectory(prefix="shudu-backup-") as folder:
        file, copy = Path(folder, "shudu.db"), Path(folder, "copy.db")
        asyncio.run(fill_stock(str(file), int(options.players * (2 + options.seconds / 30))))
        fill_games(file, options.games)
        with serve(str(file), 0) as (url, process), Runner(loop_factory=uvloop.new_event_loop) as runner:
            os.nice(NICENESS)

            async def measure() -> None:
                backup = asyncio.create_task(back_up(file, copy))
                steady = await measure_steady(url, process, options)
                wall, used = await backup
                size = copy.stat().st_size / 1e9
                print(f"{size:.2f} GB: {wall / size:.1f} s/GB, {used / size:.1f} s/GB of processor time   target ≤ 10")
                moves = steady.times["move"]
                print(
                    f"{len(moves)} moves meanwhile: median {percentile(moves, 0.5):.1f}, p99 {percentile(moves, 0.99):.1f} ms"
                )

            runner.run(measure())
        compare(copy, file)


if __name__ == "__main__":
    main()
