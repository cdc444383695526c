#!/usr/bin/env python3
"""Hold what rlist imported against what a careful reader finds in the source.

usage: check_import.py EXPORT.json EXPECT.json [--source FILE] [--list NAME] [--least PERCENT] [--quiet]

EXPORT.json  what `rlist export json` wrote after importing the source into an empty library
EXPECT.json  {"items": [...]}; cases/lists/INDEX.md says what the keys of an item mean
--source     also check that every line of a plain-text source stands in the export
--list       look only at items with an entry in this list
--least      the share that every figure must reach (100)

Prints a line for each miss, then a table of figures. Exit 0 when every figure reaches --least, else 1.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import unicodedata
from collections import Counter
from datetime import datetime, timezone
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

PLAIN = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-", "…": "...", "\u00a0": " "})
TRACKING = re.compile(r"utm_\w+|fbclid|gclid|mc_[ce]id|ref_src")
KEPT = ("notes", "notes_start", "notes_or_child", "must_keep", "text_has", "urls_in_notes", "sentence", "rest")
DATES = {"add_date": "added_at", "time_added": "added_at", "closed": "finished_at", "date_done": "finished_at"}


def norm(text) -> str:
    text = unicodedata.normalize("NFKC", str(text or "").translate(PLAIN)).casefold()
    return re.sub(r"\s+", " ", text).strip(" .,:;-!\"'*_`")


def heading(name) -> str:
    return re.sub(r"^[\W_]+|[\W_]+$", "", norm(name))


def unmarked(text: str) -> str:
    """Markdown and HTML as plain words: `[a link](x)` is `a link`, `\\*` is `*`, `<b>` is nothing."""
    text = re.sub(r"!?\[([^\[\]]*)\]\([^()\s]*\)", r"\1", text)
    return re.sub(r"\\([^\w\s])", r"\1", re.sub(r"</?[a-zA-Z][^<>]*>", "", text))


def url_key(url) -> str:
    """The form in which addresses are compared: no scheme, no tracking, one address for all faces of a paper or a video."""
    url = str(url).strip()
    try:
        parts = urlsplit(url if re.match(r"[a-z]+:(?!\d)", url, re.I) else f"https://{url}")
        host = (parts.hostname or "").removeprefix("www.")
    except ValueError:
        return url
    if not host:
        return url
    path, query = parts.path.rstrip("/"), parse_qsl(parts.query, keep_blank_values=True)
    host = {
        "twitter.com": "x.com",
        "mobile.twitter.com": "x.com",
        "dx.doi.org": "doi.org",
        "m.youtube.com": "youtube.com",
    }.get(host, host)
    if host == "youtu.be":
        host, path, query = "youtube.com", "/watch", [("v", path.strip("/")), *query]
    dropped = {"x.com": {"s", "t"}, "youtube.com": {"t", "si"}}.get(host, set())
    query = sorted((k, v) for k, v in query if k not in dropped and not TRACKING.fullmatch(k))
    arxiv = re.match(
        r"/(?:pdf|html|abs|papers|10\.48550/arxiv\.)/?((?:[a-z-]+(?:\.[A-Z]{2})?/)?[\d.]{7,10})(?:v\d+)?(?:\.pdf)?$",
        path,
        re.I,
    )
    if arxiv and host in {"arxiv.org", "export.arxiv.org", "huggingface.co", "alphaxiv.org", "doi.org"}:
        return f"arxiv.org/abs/{arxiv[1]}"
    if host == "doi.org":
        return unquote(host + path).casefold()
    fragment = parts.fragment.split(":~:")[0]
    return unquote(host + path + (f"?{urlencode(query)}" if query else "") + (f"#{fragment}" if fragment else ""))


def as_written(url) -> str:
    return unquote(re.sub(r"^https?://", "", str(url).strip()).rstrip("/"))


def listed(value) -> list:
    return value if isinstance(value, list) else [] if value in (None, True, False) else [value]


def all_text(value) -> str:
    if isinstance(value, dict):
        return "".join(all_text(v) for v in value.values())
    if isinstance(value, list):
        return "".join(all_text(v) for v in value)
    return f"{'' if value is None else value}\n"


def words_in(text: str) -> str:
    """`text` as it stands and without marks, for looking words up in."""
    return norm(text) + "\n" + norm(unmarked(text))


def addresses(item: dict) -> list[str]:
    return [
        u["url"] if isinstance(u, dict) else u
        for u in item.get("urls") or []
        if (u["url"] if isinstance(u, dict) else u)
    ]


def urls_of(item: dict) -> set[str]:
    return {url_key(u) for u in addresses(item)}


def ids_of(item: dict) -> set[str]:
    """The identifiers of an expected or an imported item, as addresses."""
    ids = {**(item.get("identifiers") or {}), **{k: item[k] for k in ("arxiv", "doi", "isbn") if item.get(k)}}
    known = {"arxiv": "https://arxiv.org/abs/{}", "doi": "https://doi.org/{}", "isbn": "isbn:{}"}
    return {url_key(known[k].format(v)) for k, v in ids.items() if k in known and v}


def keys_of(item: dict) -> set[str]:
    return urls_of(item) | ids_of(item) | {url_key(u) for u in listed(item.get("url_alt"))}


def title_quality(want: dict, have: dict) -> int:
    """2: right, 1: right enough to recognise the item by, 0: another."""
    got = norm(have.get("title"))
    good = [
        norm(t) for t in [*listed(want.get("title")), *listed(want.get("title_alt")), *listed(want.get("title_any"))]
    ]
    starts = [norm(t) for t in listed(want.get("title_starts"))]
    if want.get("title_any") is True and keys_of(want) & keys_of(have):
        return 2
    if got in good or "://" not in got and any(got.startswith(s) for s in starts):
        return 2 if all(norm(w) in got for w in listed(want.get("title_has"))) else 1
    if any(len(g) > 14 and len(got) > 14 and (got.startswith(g) or g.startswith(got) or g in got) for g in good):
        return 1
    return 0


def own_words(want: dict, have: dict) -> bool:
    """Whether the text of the item's entries is the text that the title comes from."""
    text = norm(all_text([e.get("text") for e in have.get("entries") or []]))
    words = re.findall(r"\w+", norm(want.get("title")))
    return 2 * sum(w in text for w in words) >= len(words)


def sections_wanted(want: dict) -> list[list[str]]:
    paths = [want.get("section") or []] + [p if isinstance(p, list) else [p] for p in listed(want.get("section_alt"))]
    return paths + [p + [want["subsection"]] for p in paths if want.get("subsection")]


def section_fits(paths: list[list[str]], have: dict, front: str | None = None) -> bool:
    """Whether an entry stands under one of `paths`, or under `front` (the document's own title) and one of `paths`."""
    for entry in have.get("entries") or [{}]:
        got = [heading(s) for s in entry.get("section") or []]
        for path in paths:
            want = [heading(s) for s in path]
            if got == want or front and got == [front, *want]:
                return True
    return False


def surname(name) -> str:
    words = norm(norm(name).split(",")[0]).split(" ")
    return words[-1]


def day(value) -> int | None:
    """The number of the day of a time in seconds, microseconds or ISO 8601."""
    try:
        if re.fullmatch(r"\d{9,16}(\.\d+)?", str(value)):
            seconds = float(value)
            return datetime.fromtimestamp(seconds / (1e6 if seconds > 1e12 else 1), timezone.utc).toordinal()
        return datetime.fromisoformat(str(value)[:10].replace("/", "-")).toordinal()
    except ValueError:
        return None


def read_text(path: str) -> str:
    raw = open(path, "rb").read()
    for encoding in ["utf-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig", "cp1252"]:
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    return raw.decode("utf-8", "replace")


def main() -> int:
    ap = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ap.add_argument("export")
    ap.add_argument("expect")
    ap.add_argument("--source")
    ap.add_argument("--list", dest="list_name")
    ap.add_argument("--least", type=float, default=100.0)
    ap.add_argument("--quiet", action="store_true")
    args = ap.parse_args()
    whole = json.load(open(args.export, encoding="utf-8"))
    exported = whole["items"]
    if args.list_name:
        exported = [
            i for i in exported if any(norm(e.get("list")) == norm(args.list_name) for e in i.get("entries") or [])
        ]
    expected = json.load(open(args.expect, encoding="utf-8"))
    gold = expected["items"]
    by_id = {i["id"]: i for i in whole["items"]}
    tops = {
        heading((e.get("section") or [""])[0])
        for i in exported
        for e in i.get("entries") or []
        if not args.list_name or norm(e.get("list")) == norm(args.list_name)
    }
    front = tops.pop() if len(tops) == 1 else None  # what every entry stands under can be the document's title
    good, total = Counter(), Counter()
    misses: list[str] = []

    def figure(name: str, ok: bool, what: str) -> None:
        total[name] += 1
        good[name] += bool(ok)
        if not ok:
            misses.append(f"{name}: {what}")

    # pair expected and imported items, the surest pairs first; a double belongs to its twin's item
    pairs = []
    for w, want in enumerate(gold):
        for h, have in enumerate(exported):
            title, shared = title_quality(want, have), keys_of(want) & keys_of(have)
            if title or shared:
                pairs.append(
                    (4 * title + 5 * bool(shared) + section_fits(sections_wanted(want), have, front), -abs(w - h), w, h)
                )
    pairs.sort(reverse=True)
    fitting: dict[int, list[int]] = {}
    for _, _, w, h in pairs:
        fitting.setdefault(w, []).append(h)
    taken: dict[int, int] = {}
    used: set[int] = set()
    for _, _, w, h in pairs:
        if w not in taken and h not in used and gold[w].get("dup_of") is None:
            taken[w] = h
            used.add(h)
    for w, fits in fitting.items():  # doubles, and what may be joined with another or be in parts
        twin = taken.get(gold[w].get("dup_of"))
        if gold[w].get("dup_of") is not None:
            taken[w] = twin if twin in fits else next((h for h in fits if h not in used), fits[0])
        elif w not in taken and (gold[w].get("dup_ok") or gold[w].get("split_ok")):
            taken[w] = fits[0]
        if w in taken:
            used.add(taken[w])
        if gold[w].get("split_ok"):
            used.update(h for h in fits if keys_of(gold[w]) & keys_of(exported[h]))
    sharing = {h: [gold[w] for w in taken if taken[w] == h] for h in taken.values()}
    spare = {u for w, want in enumerate(gold) if want.get("optional") and w not in taken for u in urls_of(want)}
    everything = words_in(all_text(whole))

    for w, want in enumerate(gold):
        label = str(want.get("title") or want.get("urls"))[:70]
        if want.get("optional"):
            figure(
                "kept",
                norm(want.get("title")) in everything
                or want.get("urls")
                and all(norm(u) in everything for u in want["urls"]),
                f"{label!r} is nowhere in the library",
            )
            continue
        figure("items found", w in taken, label)
        if w not in taken:
            continue
        have, twin = exported[taken[w]], want.get("dup_of") is not None
        group = sharing[taken[w]]
        if twin:
            figure(
                "merged",
                taken[w] == taken.get(want["dup_of"]) and len(have.get("entries") or []) >= len(group),
                f"{label!r} should be one item with {gold[want['dup_of']].get('title')!r}, an entry for each mention",
            )
        if not twin and want.get("title_any") is not True:
            figure("title", title_quality(want, have) == 2, f"{label!r} imported as {str(have.get('title'))[:90]!r}")
        if want.get("title_any") is not True and expected.get("format") in {"text", "markdown", "org"}:
            figure(
                "own words",
                own_words(want, have),
                f"{label!r}: the text of its entries is {[e.get('text') for e in have.get('entries') or []]}",
            )

        parts = [have, *(exported[h] for h in fitting[w] if want.get("split_ok"))]
        wanted, found = urls_of(want), set().union(*map(urls_of, parts))
        allowed = spare | ids_of(have)
        for g in group:
            allowed |= keys_of(g) | {url_key(u) for k in ("links_local", "urls_in_notes") for u in listed(g.get(k))}
        ok = (wanted or keys_of(want)) & found if want.get("url_alt") else wanted <= found
        figure("urls", ok and found <= allowed, f"{label!r}: want {sorted(wanted)}, have {sorted(found)}")
        written = {as_written(u) for part in parts for u in addresses(part)}
        told = all_text([have.get("entries"), have.get("notes")])
        for url in addresses(want) if not want.get("url_alt") else []:
            figure(
                "as written",
                as_written(url) in written or twin and url in told,
                f"{label!r}: {url} isn't kept as it was written",
            )

        paths, entries = sections_wanted(want), have.get("entries") or []
        if not want.get("section_any"):
            figure(
                "section",
                section_fits(paths, have, front),
                f"{label!r}: want {want.get('section')}, have {[e.get('section') for e in entries]}",
            )
        above = [by_id.get(e.get("parent")) for e in entries]
        for path in want.get("also_sections", []):
            ok = section_fits([path], have, front) or any(
                p and heading(p.get("title")) == heading(path[-1]) for p in above
            )
            figure("section", ok, f"{label!r}: also in {path}")
        if want.get("parent"):
            ok = any(
                p
                and (
                    norm(p.get("title")).startswith(norm(want["parent"])[:60]) or url_key(want["parent"]) in urls_of(p)
                )
                for p in above
            )
            ok = ok or any(heading((e.get("section") or [""])[-1]) == heading(want["parent"]) for e in entries)
            figure("parent", ok, f"{label!r}: want it under {want['parent']!r}")
        elif any(g.get("parent") for g in gold) and len(group) == 1:
            figure(
                "parent",
                any(e.get("parent") is None for e in entries),
                f"{label!r}: want it under no other item, have {[p and p.get('title') for p in above]}",
            )

        if want.get("authors") and not want.get("authors_any") and not twin:
            got, alt = [surname(a) for a in have.get("authors") or []], want.get("authors_alt")
            ok = got in [[surname(n) for n in a] for a in (want["authors"], alt) if isinstance(a, list)]
            figure(
                "authors",
                ok or isinstance(alt, str) and norm(", ".join(have.get("authors") or [])) == norm(alt),
                f"{label!r}: want {want['authors']}, have {have.get('authors')}",
            )
        if "year" in want or have.get("year") is not None:
            year, text = (
                str(have.get("year")),
                all_text([have.get("title"), [e.get("text") for e in entries], have.get("notes")]),
            )
            if want.get("year") is not None and not want.get("year_any") and not twin:
                figure("year", year == str(want["year"]), f"{label!r}: want {want['year']}, have {have.get('year')}")
            elif have.get("year") is not None and not want.get("year_any") and not any(g.get("year") for g in group):
                other = any(
                    str(g.get(k) or "").startswith(year) for g in group for k in ("added", "closed", "date_done")
                )
                ok = not other and (
                    re.search(rf"(?<![\w.]){year}(?!\w|\.\d)", text)
                    or any(f"arxiv.org/abs/{year[2:]}" in u for u in keys_of(have))
                )
                figure("year", ok, f"{label!r}: the source says no year, have {have.get('year')}")
        if want.get("kind"):
            figure("kind", have.get("kind") == want["kind"], f"{label!r}: want {want['kind']}, have {have.get('kind')}")
        if not twin:
            right = [want["status"]] if want.get("status") else ["unread", "reading"]
            right += [
                *listed(want.get("status_alt")),
                *(g["status"] for g in group if g.get("status") == "done" and want.get("status") != "done"),
            ]
            figure("status", have.get("status") in right, f"{label!r}: want {right}, have {have.get('status')!r}")
            venue = norm(have.get("venue"))
            if want.get("venue"):
                ok = norm(want["venue"]) in venue or len(venue) > 2 and venue in norm(want["venue"])
                figure(
                    "venue",
                    ok and venue != norm(want.get("link_text")),
                    f"{label!r}: want {want['venue']!r}, have {have.get('venue')!r}",
                )
            elif want.get("link_text"):
                figure(
                    "venue",
                    venue != norm(want["link_text"]),
                    f"{label!r}: {have.get('venue')!r} is what the lost link said, no venue",
                )
            if want.get("abstract"):
                figure(
                    "kept",
                    norm(want["abstract"]) in norm(have.get("abstract")),
                    f"{label!r}: want the abstract, have {have.get('abstract')!r}",
                )
            for key, field in DATES.items():
                days = [d for d in (day(g.get(key)) for g in group) if d]
                if want.get(key) and days:
                    figure(
                        "dates",
                        any(abs(d - (day(have.get(field)) or 0)) < 2 for d in days),
                        f"{label!r}: want {field} {want[key]}, have {have.get(field)}",
                    )
        for scheme in ("arxiv", "doi", "isbn"):
            if want.get(scheme):
                figure(
                    "identifier",
                    norm((have.get("identifiers") or {}).get(scheme)) == norm(want[scheme]),
                    f"{label!r}: {scheme} {want[scheme]}, have {have.get('identifiers')}",
                )
        if want.get("tags"):
            figure(
                "tags",
                {norm(t) for t in want["tags"]} <= {norm(t) for t in have.get("tags") or []},
                f"{label!r}: want {want['tags']}, have {have.get('tags')}",
            )
        below = [
            h for h, i in enumerate(exported) if any(e.get("parent") == have["id"] for e in i.get("entries") or [])
        ]
        family = words_in(all_text([have] + [exported[h] for h in below]))
        for key in KEPT:
            for words in listed(want.get(key)):
                figure("kept", norm(words) in family, f"{label!r}: {str(words)[:80]!r} is not with the item")
                if key == "notes_or_child":
                    used.update(h for h in below if norm(words) in norm(all_text(exported[h].get("entries"))))

    in_order: dict[tuple, list] = {}
    for w, want in enumerate(gold):
        if w in taken and not want.get("optional") and len(entries := exported[taken[w]].get("entries") or []) == 1:
            place = tuple(entries[0].get("section") or []), entries[0].get("parent")
            if place in in_order:
                figure(
                    "order",
                    in_order[place][0] < (entries[0].get("position") or 0),
                    f"{want.get('title')!r} should stand behind {in_order[place][1]!r}",
                )
            in_order[place] = [entries[0].get("position") or 0, want.get("title")]
    for words in listed(expected.get("keep")):
        figure("kept", norm(words) in everything, f"{words[:80]!r} is nowhere in the library")
    extra = [i for h, i in enumerate(exported) if h not in used]
    for item in extra:
        misses.append(f"extra item: {str(item.get('title'))[:90]!r} {sorted(urls_of(item))[:2]}")
    total["no extra items"] = len(exported)
    good["no extra items"] = len(exported) - len(extra)
    if args.source:
        places = [*whole.get("sections", []), *(e for i in whole["items"] for e in i.get("entries") or [])]
        pieces = [p.get(k) for p in places for k in ("list", "text")] + [
            s for p in places for s in p.get("section") or []
        ]
        pieces += [n.get("body") for i in whole["items"] for n in i.get("notes") or []] + [
            u for i in whole["items"] for u in addresses(i)
        ]
        haystack = "\n".join(re.sub(r"\s+", " ", str(p or "")) for p in pieces)
        for line in read_text(args.source).splitlines():
            line = re.sub(
                r"\s+", " ", re.sub(r"^\s*(?:[•◦▪‣●○–—*+-]\s+|(?:\d+|[a-z])[.)]\s+|#+\s+)?", "", line)
            ).strip()
            if line:
                figure("source lines kept", line in haystack or re.sub(r"^\[.?\] ", "", line) in haystack, line[:100])
    if not args.quiet:
        print(*misses, sep="\n")
    for name in total:
        print(f"{name:>18}  {good[name]:>4} / {total[name]:<4}  {100 * good[name] / max(total[name], 1):6.1f} %")
    print(f"{'overall':>18}  {100 * sum(good.values()) / max(sum(total.values()), 1):.2f} %")
    return 0 if all(good[n] >= total[n] * args.least / 100 for n in total) else 1


if __name__ == "__main__":
    sys.exit(main())
