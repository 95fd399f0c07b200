"""The command line: `shudu COMMAND`, one file per command in `commands/`."""

from shudu.cli.app import group, main

__all__ = ["group", "main"]
