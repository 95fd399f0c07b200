"""The words of `shudu watch` in both languages."""

from __future__ import annotations

import os
from typing import Final

WORDS: Final = {
    "en": {
        "algorithm": "algorithm",
        "events": "events",
        "iterations": "iterations",
        "placements": "placements",
        "retractions": "retractions",
        "guesses": "guesses",
        "conflicts": "dead ends",
        "solutions": "solutions",
        "depth": "depth",
        "deepest": "deepest level",
        "nodes": "nodes",
        "seconds": "seconds",
        "result": "result",
        "delay": "delay",
        "paused": "paused",
        "end": "at the end",
        "keys": "space pause · ← → step · ↑ ↓ 100 steps · Home End · + - delay · q leave",
        "place": "place",
        "remove": "take back",
        "guess": "guess",
        "conflict": "dead end",
        "retract": "retract",
        "solution": "solution",
        "stop": "stop",
        "reason solutions": "found what was asked for",
        "reason exhausted": "everything is searched",
        "reason exhausted none": "proven: there is no solution",
        "reason events": "stopped at the limit on events",
        "reason seconds": "stopped at the limit on time",
        "reason made": "the puzzle is made",
        "reason gave-up": "gave up; this proves nothing",
    },
    "zh": {
        "algorithm": "算法",
        "events": "事件",
        "iterations": "迭代次数",
        "placements": "填入",
        "retractions": "退回",
        "guesses": "猜测",
        "conflicts": "死路",
        "solutions": "终盘",
        "depth": "深度",
        "deepest": "最深",
        "nodes": "节点",
        "seconds": "秒",
        "result": "结果",
        "delay": "延时",
        "paused": "暂停",
        "end": "已到结尾",
        "keys": "空格 暂停 · ← → 单步 · ↑ ↓ 百步 · Home End · + - 延时 · q 退出",
        "place": "填入",
        "remove": "退回",
        "guess": "猜测",
        "conflict": "死路",
        "retract": "收回",
        "solution": "终盘",
        "stop": "停止",
        "reason solutions": "已找到所求的终盘",
        "reason exhausted": "已全部搜完",
        "reason exhausted none": "已证明无解",
        "reason events": "达到事件上限而停止",
        "reason seconds": "达到时间上限而停止",
        "reason made": "题目已完成",
        "reason gave-up": "放弃了; 这不能证明什么",
    },
}


def system_language() -> str:
    """The language of the terminal's user: Chinese if the locale says so, else English."""
    setting = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return "zh" if setting.lower().startswith("zh") else "en"
