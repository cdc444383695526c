import pytest
from hypothesis import given
from hypothesis import strategies as st

from rlist.formats.names import is_person, parse_authors


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Kaplan et al.", ("Kaplan",)),
        ("Brüel-Gabrielsson et al.", ("Brüel-Gabrielsson",)),
        ("Vaswani, A., Shazeer, N., and Parmar, N.", ("A. Vaswani", "N. Shazeer", "N. Parmar")),
        ("Vaswani A, Shazeer N", ("A Vaswani", "N Shazeer")),
        ("Kingma, Diederik P., and Jimmy Ba", ("Diederik P. Kingma", "Jimmy Ba")),
        ("He, Kaiming, et al.", ("Kaiming He",)),
        ("Wang, Hao-nan, et al.", ("Hao-nan Wang",)),
        ("Li, Yuxi", ("Yuxi Li",)),
        ("Terrance Roe, Jane Doe", ("Terrance Roe", "Jane Doe")),
        (
            "Kaiming He, Xiangyu Zhang, Shaoqing Ren, Jian Sun",
            ("Kaiming He", "Xiangyu Zhang", "Shaoqing Ren", "Jian Sun"),
        ),
        ("Guido van Rossum", ("Guido van Rossum",)),
        ("C. Mohan", ("C. Mohan",)),
        ("Schick et al., Meta AI", ("Schick",)),
        ("Kevin Wang et al, Redwood", ("Kevin Wang",)),
        ("Jane Roe, Neel Nanda, Anthropic", ("Jane Roe", "Neel Nanda")),
        ("Yuval Benjamini and Terence P. Speed", ("Yuval Benjamini", "Terence P. Speed")),
        ("Roe, J., Van den Oord, A., & Al Roumi, F.", ("J. Roe", "A. Van den Oord", "F. Al Roumi")),
        ("Wacław Sierpiṅski and Hoàng Nguyễn", ("Wacław Sierpiṅski", "Hoàng Nguyễn")),
        ("Solano Canchaya, José G., et al.", ("José G. Solano Canchaya",)),
        ("The Systems", None),
        ("Neural Networks", None),
        ("Deleting Rows", None),
        ("Dean & Ghemawat", None),
        ("OpenAI", None),
        ("", None),
        ("Barry, Colin M., and K. Chad Clay", ("Colin M. Barry", "K. Chad Clay")),
        ("Van Der Vaart AW, De Wit B", ("AW Van Der Vaart", "B De Wit")),
        ("Jane Roe et al, Google DeepMind", ("Jane Roe",)),
        ("Salt, Bread and Cold Tea", None),
        ("Jane Roe, Benjamin Winter, Jim Doe", ("Jane Roe", "Benjamin Winter", "Jim Doe")),
        ("Google, UCB", None),
        ("Han, Song, Huizi Mao, and William J. Dally", ("Song Han", "Huizi Mao", "William J. Dally")),
        ("Jane Roe, Marc'Aurelio Ranzato", ("Jane Roe", "Marc'Aurelio Ranzato")),
        ("J Roe, A Doe…", ("J Roe", "A Doe")),
    ],
)
def test_names_are_believed_where_nothing_else_can_be_meant(text: str, names: tuple[str, ...] | None) -> None:
    authors = parse_authors(text)
    assert (authors.names if authors else None) == names


def test_a_year_beside_them_lets_surnames_and_groups_be_authors() -> None:
    for text, names in [
        ("Dean & Ghemawat", ("Dean", "Ghemawat")),
        ("OpenAI", ("OpenAI",)),
        ("王小明、李雷", ("王小明", "李雷")),
    ]:
        authors = parse_authors(text, dated=True)
        assert authors is not None
        assert authors.names == names
    assert parse_authors("Training, Inference", dated=True) is None


def test_a_surname_that_ends_as_words_do_is_one_beside_another() -> None:
    authors = parse_authors("Kingma & Welling", dated=True, set_apart=True)
    assert authors is not None
    assert authors.names == ("Kingma", "Welling")
    assert parse_authors("Pruning & Quantization", dated=True, set_apart=True) is None


def test_et_al_is_a_flag_and_no_author() -> None:
    authors = parse_authors("R. Collobert et al")
    assert authors is not None
    assert (authors.names, authors.et_al) == (("R. Collobert",), True)


def test_a_person_has_a_given_name() -> None:
    assert is_person("Donald Knuth")
    assert is_person("Edsger W. Dijkstra")
    assert not is_person("Knuth")
    assert not is_person("Transaction Processing")


@given(st.text(max_size=40))
def test_any_text_can_be_asked(text: str) -> None:
    authors = parse_authors(text, dated=True)
    assert authors is None or all(name.strip() for name in authors.names)
