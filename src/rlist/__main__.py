"""`python -m rlist`, and where the installed command `rlist` begins."""

import gc
import signal
import sys
from types import FrameType

# How soon an interruption that was lost is repeated, in seconds.
AGAIN_SECONDS = 0.001

# What Ctrl-C sends, a request to end, and the timer of `_interrupt_again`, where the platform has one.
INTERRUPTIONS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGALRM") if hasattr(signal, name)]


def run() -> None:
    """Do what the command line says and leave with its exit status; SIGTERM is like Ctrl-C, at any moment."""
    for number in INTERRUPTIONS:
        # Whoever starts a command in the background may want it to ignore the terminal's Ctrl-C.
        if number != signal.SIGINT or signal.getsignal(number) is signal.default_int_handler:
            signal.signal(number, _interrupt)
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
    for number in INTERRUPTIONS:
        signal.signal(number, signal.SIG_IGN)
    gc.freeze()
    sys.exit(status)


def _interrupt(number: int, frame: FrameType | None) -> None:
    sys.unraisablehook = _interrupt_again
    raise KeyboardInterrupt


def _interrupt_again(lost: "sys.UnraisableHookArgs") -> None:
    """What becomes of an error that can't rise, from a destructor or the callback of a weak reference.

    An interruption that fell into one is repeated once that is left. Any other comes of the interruption itself, which
    may fall between the opening of a thing and the block that would have closed it: that is nothing to tell.
    """
    if lost.exc_type is KeyboardInterrupt and hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, AGAIN_SECONDS)


if __name__ == "__main__":
    run()
