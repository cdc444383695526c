"""The library as one SQLite file: the only folder that knows SQL."""
