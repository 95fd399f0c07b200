"""Learning over HTTP: the path, lessons with drills, records that belong to the player, puzzles for a learner."""

from __future__ import annotations

import httpx

from shudu.learn.path import CHAPTERS, PATH

from .conftest import EASY, Served, problem_of

RECORDS = [f"{1_767_225_600_000 + n} x-wing right 1 9000" for n in range(3)]


def test_the_path_in_both_languages(served: Served) -> None:
    with served.visitor() as client:
        path = client.get("/api/v1/learn/path").json()
        assert [chapter["id"] for chapter in path["chapters"]] == list(CHAPTERS)
        assert [topic["id"] for chapter in path["chapters"] for topic in chapter["topics"]] == [t.id for t in PATH]
        chinese = client.get("/api/v1/learn/path", params={"language": "zh"}).json()
        assert chinese["chapters"][0]["name"] == "直观法"
        assert set(chinese["verdicts"]) == set(path["verdicts"])


def test_a_lesson_comes_with_drills(served: Served) -> None:
    with served.visitor() as client:
        lesson = client.get("/api/v1/learn/topics/x-wing", params={"language": "zh", "drills": 3}).json()
        assert len(lesson["drills"]) == 3
        assert lesson["screens"][0]["kind"] == "cells"
        assert lesson["drills"][0]["answers"][0]["sentence"]
        again = client.get("/api/v1/learn/topics/x-wing", params={"drills": 3}).json()
        assert again["drills"][0]["position"] != lesson["drills"][0]["position"]
        assert again["position"] == lesson["position"]
        answer = client.get("/api/v1/learn/topics/nonsense")
        assert answer.status_code == 404


def test_mixed_drills_keep_the_order_asked_for(served: Served) -> None:
    with served.visitor() as client:
        topics = ["full-house", "x-wing", "full-house"]
        drills = client.post("/api/v1/learn/drills", json={"topics": topics, "language": "zh"}).json()
        assert [each["topic"] for each in drills] == topics
        assert "x-wing" not in drills[1]["absent"] and "naked-pair" in drills[1]["absent"]
        assert client.post("/api/v1/learn/drills", json={"topics": []}).status_code == 422


def test_records_belong_to_the_player(served: Served, player: httpx.Client) -> None:
    assert player.get("/api/v1/learn/records").json() == {"records": []}
    assert player.post("/api/v1/learn/records", json={"records": RECORDS[:2]}).json()["records"] == RECORDS[:2]
    assert player.post("/api/v1/learn/records", json={"records": RECORDS}).json()["records"] == RECORDS
    bad = player.post("/api/v1/learn/records", json={"records": ["1 x-wing won 1 0"]})
    assert bad.status_code == 422
    with served.visitor() as other:
        assert problem_of(other.get("/api/v1/learn/records"), 401) == "server.not-signed-in"
        assert other.post("/api/v1/learn/records", json={"records": []}).json() == {"records": []}


def test_records_are_part_of_backup_and_deletion(served: Served, player: httpx.Client) -> None:
    player.post("/api/v1/learn/records", json={"records": RECORDS})
    file = player.get("/api/v1/player/backup").json()
    assert file["learning"] == RECORDS
    with served.visitor() as other:
        assert other.post("/api/v1/player/restore", json=file).json()["ranked"]
        assert other.get("/api/v1/learn/records").json()["records"] == RECORDS
        assert other.delete("/api/v1/player").status_code == 204
        assert other.get("/api/v1/learn/records").status_code == 401
    damaged = {**file, "learning": ["nonsense"]}
    assert player.post("/api/v1/player/restore", json=damaged).status_code == 409


def test_a_game_is_assessed(served: Served) -> None:
    with served.visitor() as client:
        game = f"{EASY}\n0 hint:1\n5 hint:2"
        answer = client.post("/api/v1/learn/assessment", json={"game": game, "started": 1000})
        assert answer.json() == {"records": ["1005 xy-wing hint 1 0"]}
        assert client.post("/api/v1/learn/assessment", json={"game": "." * 90, "started": 0}).status_code == 422


def test_a_puzzle_for_a_learner(served: Served) -> None:
    with served.visitor() as client:
        made = client.post("/api/v1/learn/puzzle", json={"known": ["pointing"], "more": "claiming"}).json()
        assert made["technique"] == "claiming"
        assert len(made["puzzle"]) == 81
        assert client.post("/api/v1/learn/puzzle", json={"known": ["nonsense"]}).status_code == 404
