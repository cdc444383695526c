"""The words of a search that its engine and its display share."""

# Around the words of an excerpt that matched: what no text of an item holds, as it is cleaned before.
MARK, UNMARK = "\x02", "\x03"

# What items can be sorted by.
SORT_KEYS = (
    *("id", "place", "added", "updated", "started", "finished"),
    *("year", "title", "status", "priority", "rating"),
)
