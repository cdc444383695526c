"""The formats that rlist reads and writes: one format, one file, and `registry` that names them all."""
