"""The command line: `shudu COMMAND`, commands in `commands/`, interactive programs in `terminal/`."""

from shudu.cli.app import group, main

__all__ = ["group", "main"]
