"""Providers of metadata, one to a file: which address to ask, how to read the answer; `registry` names them all."""
