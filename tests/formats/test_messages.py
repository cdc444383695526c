import pytest

from rlist.formats import plaintext
from rlist.formats.messages import unwrap

MAIL = """\
From: Ann Lee <ann@example.org>
To: Tom
Subject: papers

Hi Tom,

- Raft
On Mon, Mar 4, 2024 at 9:02 PM Tom Baker
<tom@example.org> wrote:
> - Paxos
> > - Chord

Cheers,
Ann
{dashes}
Ann Lee, Room 4
""".format(dashes="-- ")


def frames(text: str) -> list[str]:
    return [line.words for line in unwrap(text.splitlines()) if line.is_frame]


def test_headers_greetings_quotations_and_signatures_of_mails_are_no_part_of_the_list() -> None:
    assert [line.strip() for line in frames(MAIL)] == [
        "From: Ann Lee <ann@example.org>",
        "To: Tom",
        "Subject: papers",
        "Hi Tom,",
        "On Mon, Mar 4, 2024 at 9:02 PM Tom Baker",
        "<tom@example.org> wrote:",
        "Cheers,",
        "Ann",
        "--",
        "Ann Lee, Room 4",
    ]
    document = plaintext.read(MAIL)
    assert [(entry.metadata.title, entry.text) for entry in document.entries] == [
        ("Raft", "Raft"),
        ("Paxos", "> - Paxos"),
        ("Chord", "> > - Chord"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("[12/05/24, 10:32] Ann: {}\n[12/05/24, 10:33] Tom B.: haha", id="WhatsApp"),
        pytest.param("12/05/2024, 08:15 - Ann: {}\n12/05/2024, 08:16 - Tom: haha", id="WhatsApp on Android"),
        pytest.param("Ann Lee, [12.05.2024 10:32]\n{}\n\nTom, [12.05.2024 10:40]\nhaha", id="Telegram"),
        pytest.param("ann  10:32 AM\n{}\nTom Baker  10:35 AM\nhaha", id="Slack"),
        pytest.param("ann — 05/12/2024 10:32 AM\n{}\nbob — Yesterday at 4:15 PM\nhaha", id="Discord"),
        pytest.param("[10:32] Ann Lee\n{}\n[10:35] Tom\nhaha", id="Teams"),
        pytest.param("10:32 <ann> {}\n10:35 <@tom> haha", id="IRC"),
    ],
)
def test_of_a_chat_only_what_has_an_address_is_an_item(text: str) -> None:
    document = plaintext.read(text.format("Chord explained https://example.org/chord"))
    assert [entry.metadata.title for entry in document.entries] == ["Chord explained"]
    assert [link.url for link in document.entries[0].links] == ["https://example.org/chord"]
    assert "haha" in document.sections[0].text


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Hello, Startup", id="a title that greets"),
        pytest.param("Subject: Networks", id="one field"),
        pytest.param("- Raft\n--\n- Paxos", id="two dashes in a list"),
        pytest.param("Dear Theodosia\nMoby Dick", id="a title like a greeting in a list"),
        pytest.param("Opening  9:00 AM", id="one line of a program"),
    ],
)
def test_what_is_no_message_has_no_frame(text: str) -> None:
    lines = text.splitlines()
    assert len(lines) == 1 or not any(line.is_frame for line in unwrap(lines)[1:])
