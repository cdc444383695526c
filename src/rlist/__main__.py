"""`python -m rlist`, and where the installed command `rlist` begins."""

import gc
import signal
import sys


def run() -> None:
    """Do what the command line says and leave with its exit status; SIGTERM is like Ctrl-C, at any moment."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    # What is loaded at the start stays to the end: looking through it for garbage takes a fifth of a short command.
    gc.disable()
    try:
        from rlist.cli.main import main

        gc.freeze()
        gc.enable()
        status = main(sys.argv[1:])
    except KeyboardInterrupt:
        status = 130
    # What is done is done: a signal while Python takes itself down must not make another status of it.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()
    sys.exit(status)


if __name__ == "__main__":
    run()
