"""`python -m rlist`, and where the installed command `rlist` begins."""

import gc
import os
import signal
import sys
from importlib import import_module
from types import FrameType, ModuleType

# How soon an interruption that was lost is repeated, in seconds.
AGAIN_SECONDS = 0.001

# What Ctrl-C sends, a request to end, and the timer of `_interrupt_again`, where the platform has one.
INTERRUPTIONS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGALRM") if hasattr(signal, name)]

# Modules that Typer and what it stands on import at their top, and that no command needs but at a rare turn: loading
# them takes half as long as Python's own start.
RARE = ("ipaddress", "locale", "shellingham", "subprocess", "textwrap", "tokenize")


class Later(ModuleType):
    """Stands for a module until something of it is wanted."""

    def __getattr__(self, name: str) -> object:
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        module = import_module(self.__name__)
        self.__dict__.update(vars(module))
        return getattr(module, name)


def stand_in() -> None:
    """Put what stands for the rare modules in their place, as far as they aren't loaded yet."""
    sys.modules.update((name, Later(name)) for name in RARE if name not in sys.modules)


def run() -> None:
    """Do what the command line says and leave with its exit status; SIGTERM is like Ctrl-C, at any moment."""
    for number in INTERRUPTIONS:
        # Whoever starts a command in the background may want it to ignore the terminal's Ctrl-C.
        if number != signal.SIGINT or signal.getsignal(number) is signal.default_int_handler:
            signal.signal(number, _interrupt)
    # What is loaded at the start stays to the end: looking through it for garbage takes a fifth of a short command.
    gc.set_threshold(100_000)
    stand_in()
    try:
        from rlist.cli.main import main

        # All is written and closed then. Python would go on to take itself apart, which is a tenth of a short command,
        # and a signal meanwhile would make another status of what is done.
        os._exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        os._exit(130)


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
