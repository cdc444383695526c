"""The command line: a file for each file of `library`, with its name, and how answers are shown."""
