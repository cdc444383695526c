"""Reading one key from a terminal."""

from __future__ import annotations

import os
from typing import TextIO


def read_key(stream: TextIO) -> str:
    """One key from a terminal, as soon as it is pressed, or a line from anything else; "" at the end."""
    try:
        import termios
        import tty

        number = stream.fileno()
        before = termios.tcgetattr(number)
    except (ImportError, OSError, ValueError):
        return stream.readline()
    try:
        # Ctrl-C still interrupts.
        tty.setcbreak(number)
        return os.read(number, 1).decode("ascii", errors="replace").replace("\x04", "")
    except OSError:
        return ""
    finally:
        termios.tcsetattr(number, termios.TCSADRAIN, before)
