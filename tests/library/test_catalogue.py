"""Items as they grow with the mentions of a command."""

from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rlist.library.catalogue import Catalogue, Taken
from rlist.model.item import Item, Kind, Link
from rlist.model.merging import merged
from rlist.model.metadata import Metadata
from rlist.store.database import open_store
from rlist.store.saving import add_items
from strategies import NOW, items

REPOSITORY = "https://github.com/a/b"


def _item(number: int, *urls: str) -> Item:
    return Item(number, f"uid {number}", Metadata("On caches"), Kind.OTHER, NOW, NOW, links=tuple(map(Link, urls)))


@given(st.lists(items(), min_size=2, max_size=5))
def test_mentions_that_join_an_item_come_to_what_merging_them_does(drawn: list[Item]) -> None:
    first, *others = (item._replace(id=1, updated_at=NOW) for item in drawn)
    with open_store(None) as store:
        catalogue = Catalogue(store.db)
        catalogue.put(first)
        for mention in others:
            catalogue.join(1, mention, NOW)
        assert catalogue.get(1) == reduce(merged, others, first)._replace(entries=first.entries)
        assert catalogue.take() == Taken([reduce(merged, others, first)], [], [])


@pytest.mark.parametrize(
    ("urls", "is_known"),
    [
        pytest.param(("https://a.org/2",), True, id="an address that joined"),
        pytest.param((REPOSITORY,), False, id="a repository of a work with another address"),
        pytest.param((REPOSITORY, "https://a.org/9"), False, id="a repository beside an address of its own"),
        pytest.param(("https://a.org/9",), False, id="another address"),
    ],
)
def test_an_item_is_known_by_what_it_has_grown(urls: tuple[str, ...], is_known: bool) -> None:
    with open_store(None) as store:
        catalogue = Catalogue(store.db)
        catalogue.put(_item(1))
        catalogue.join(1, _item(1, "https://a.org/1"), NOW)
        catalogue.join(1, _item(1, "https://a.org/2", REPOSITORY), NOW)
        mention = _item(2, *urls)
        named = mention._replace(metadata=Metadata("Another title"))
        assert (catalogue.find(named) == 1) is is_known


@given(st.lists(items(), min_size=1, max_size=4), items())
def test_items_of_the_library_are_compared_as_those_at_hand_are(drawn: list[Item], mention: Item) -> None:
    titled = [
        item._replace(id=number, metadata=item.metadata._replace(title="T", identifiers={}))
        for number, item in enumerate(drawn, 1)
    ]
    mention = mention._replace(metadata=mention.metadata._replace(title="T", identifiers={}))
    with open_store(None) as here, open_store(None) as stored:
        at_hand = Catalogue(here.db)
        for item in titled:
            at_hand.put(item)
        with stored.step("import", NOW):
            add_items(stored.db, titled, expected=0)
        assert Catalogue(stored.db).find(mention) == at_hand.find(mention)
