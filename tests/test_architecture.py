"""The layers, the doors and the start-up, read from the source itself."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import rlist

PACKAGE = Path(rlist.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))

# Each layer may import those named behind it, besides itself; `errors` and `settings` are open to all.
BELOW = {
    "cli": {"library", "model"},
    "library": {"formats", "lookup", "store", "sync", "model", "web"},
    "formats": {"model"},
    "lookup": {"model"},
    "store": {"model"},
    "sync": {"model"},
    "model": set(),
    "web": set(),
    "errors": set(),
    "settings": set(),
    "__main__": {"cli"},
}

# Each effect of the outside has one door.
DOORS = {
    "sqlite3": ("store",),
    "sqlmodel": ("store/tables.py", "store/bulk.py"),
    "sqlalchemy": ("store/tables.py", "store/bulk.py"),
    "httpx": ("web/",),
    "rich": ("cli",),
    "webbrowser": ("cli/terminal.py",),
    "subprocess": ("cli/terminal.py", "sync/git.py"),
    "platformdirs": ("settings.py",),
}

# What the use-cases name of the database's driver: the type of the connection that the store hands on.
ALLOWED_NAMES = {("sqlite3", "Connection")}

HEAVY = {
    "rapidfuzz",
    "sqlmodel",
    "sqlalchemy",
    "pydantic",
    "httpx",
    "feedparser",
    "charset_normalizer",
    "tomlkit",
    "rich",
}


def imports(path: Path) -> Iterator[tuple[str, str, bool]]:
    """Module, name and whether it stands inside a function, for each import statement that runs."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    typing_only = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    nested = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in typing_only:
            continue
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, "", id(node) in nested
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            for alias in node.names:
                yield node.module or "", alias.name, id(node) in nested


def named(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def layer(module: str) -> str:
    return module.removeprefix("rlist.").partition(".")[0]


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_layers_point_down(path: Path) -> None:
    own = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    for module, name, _ in imports(path):
        if module.partition(".")[0] != "rlist" or (module, name) == ("rlist", ""):
            continue
        target = layer(f"rlist.{name}" if module == "rlist" else module)
        if target in {"rlist", "__version__", own, "errors", "settings"}:
            continue
        assert target in BELOW[own], f"{named(path)} imports {module}"


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_each_effect_has_one_door(path: Path) -> None:
    for module, name, _ in imports(path):
        top = module.partition(".")[0]
        doors = DOORS.get(top)
        if doors and (top, name) not in ALLOWED_NAMES:
            assert any(named(path).startswith(door) for door in doors), f"{named(path)} imports {module}"


@pytest.mark.parametrize(
    "path", [path for path in MODULES if not named(path).startswith(("cli/", "__main__"))], ids=named
)
def test_imports_inside_functions_are_for_commands_alone(path: Path) -> None:
    # The settings are read by every command, and most of them need neither a platform's folders nor TOML; an address
    # that is added needs nothing of what reads lists; few libraries are for reading only, few lists have thousands of
    # new items, a number names an item without a search, few queries are for twins or name an item by an identifier, a
    # list without words needs no other ways to say them, most queries find something, and most pages aren't ranked.
    allowed = {
        "settings.py": {"platformdirs", "tomllib"},
        "formats/reference.py": {"rlist.formats.entry_text", "rlist.formats.plain_title", "rlist.formats.publishers"},
        "library/collecting.py": {"rlist.store.attempts", "rlist.library.opening"},
        "library/finding.py": {"rlist.store.correct", "rlist.store.expand"},
        "library/naming.py": {"rlist.library.by_title"},
        "library/searching.py": {"rlist.store.correct"},
        "model/ranking.py": {"random"},
        "store/database.py": {"rlist.store.read_only"},
        "store/saving.py": {"rlist.store.bulk"},
        "store/query_ranges.py": {"rlist.model.identity"},
        "store/query_sql.py": {"rlist.store.twins"},
        "store/search.py": {"rlist.store.best_first"},
        "store/text_index.py": {"rlist.store.index_rows"},
        "store/correct.py": {"rapidfuzz.distance"},
    }.get(named(path), set())
    assert {module for module, _, nested in imports(path) if nested} <= allowed


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_a_module_says_its_subject_first(path: Path) -> None:
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    assert docstring, named(path)
    assert docstring.splitlines()[0].endswith((".", ":")), named(path)


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["--help"], id="help"),
        pytest.param(["list"], id="list"),
        pytest.param(["search", "ssm"], id="search"),
        pytest.param(["show", "1"], id="show"),
        pytest.param(["next"], id="next"),
        pytest.param(["start", "1"], id="start"),
        pytest.param(["done", "1"], id="done"),
        pytest.param(["tag", "1", "+x"], id="tag"),
        pytest.param(["note", "1", "words"], id="note"),
        pytest.param(["add", "https://example.org/a", "--no-lookup"], id="add"),
    ],
)
def test_a_command_on_one_item_loads_nothing_heavy(arguments: list[str], tmp_path: Path) -> None:
    loaded = modules_after(arguments, tmp_path)
    assert "rlist.cli.main" in loaded
    assert HEAVY.isdisjoint(name.partition(".")[0] for name in loaded)


@pytest.mark.parametrize(
    ("arguments", "spared"),
    [
        (["list"], "rlist.store.expand"),
        (["search", "ssm"], "rlist.store.correct"),
        (["show", "1"], "rlist.store.changes"),
        (["add", "Mamba: Linear-Time Sequence Modeling", "--no-lookup"], "rlist.formats.entry_text"),
        (["done", "1"], "rlist.store.query"),
        (["search", "ssm"], "rlist.model.identity"),
    ],
    ids=lambda value: value if isinstance(value, str) else value[0],
)
def test_a_command_loads_nothing_that_it_has_no_use_for(arguments: list[str], spared: str, tmp_path: Path) -> None:
    loaded = modules_after(arguments, tmp_path)
    assert "rlist.store.items" in loaded
    assert spared not in loaded


@pytest.mark.parametrize(
    "arguments",
    [["search", "ssm"], ["next"], ["done", "1"], ["add", "https://example.org/a", "--no-lookup"]],
    ids=" ".join,
)
def test_the_fields_of_a_common_commands_records_are_no_texts(arguments: list[str], tmp_path: Path) -> None:
    # Each text would be compiled when the record is made.
    loaded = modules_after(arguments, tmp_path)
    texts = {path for path in MODULES if {"NamedTuple", "annotations"} <= {name for _, name, _ in imports(path)}}
    assert loaded.isdisjoint("rlist." + named(path).removesuffix(".py").replace("/", ".") for path in texts)


def modules_after(arguments: list[str], folder: Path) -> set[str]:
    """The modules that a process has loaded once it has done a command on a library of four items."""
    program = (
        "import sys; from rlist.cli.main import main; main(sys.argv[1:]);"
        "print(*sys.modules, sep='\\n', file=sys.stderr)"
    )
    environment = {"RLIST_DB": str(folder / "rlist.db"), "RLIST_CONFIG": str(folder / "config.toml")}
    for given in (["add", *(f"paper {number} about ssm" for number in range(1, 5)), "--no-lookup"], arguments):
        done = subprocess.run(
            [sys.executable, "-c", program, *given], env=environment, capture_output=True, text=True, check=True
        )
    assert done.stdout
    return set(done.stderr.split())
