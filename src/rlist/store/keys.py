"""The columns of a row in which it is compared with others."""

from rlist.model.identity import canonical_address, title_key
from rlist.store.rows import Row


def add_keys(table: str, row: Row) -> Row:
    """`row`, whole or only the columns that change, with the columns in which it is compared with others."""
    if table == "item" and "title" in row:
        return {**row, "title_key": title_key(str(row["title"]))}
    if table == "link" and "url" in row:
        return {**row, "address": canonical_address(str(row["url"]))}
    return row
