"""The command line: `shudu COMMAND`, commands in `commands/`, interactive programs in `terminal/`."""

import sys


def main() -> None:
    """Run the `shudu` command. Its modules are imported here, so that Ctrl-C ends it quietly even then."""
    try:
        from shudu.cli.app import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(130)
