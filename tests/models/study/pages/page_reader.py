"""Reads study pages as a browser does, for tests."""

import json
from html.parser import HTMLParser
from typing import Any

from kalahloa.models.record.json_record import RecordSnapshot
from kalahloa.models.record.node import Node
from kalahloa.models.record.record import Record
from kalahloa.models.study.pages.study_page import write_study_page


class ReadPage(HTMLParser):
    """What is on a page: its `paragraphs` (kind and text), and the positions of each chapter."""

    def __init__(self, content: bytes) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.links: list[str] = []
        self.paragraphs: list[tuple[str, str]] = []
        self.buttons: list[tuple[int, str]] = []
        """The moves of all chapters, each with the index of its node."""
        self.chapters: list[ReadChapter] = []
        self.scripts: list[str] = []
        self.policy = self.language = ""
        self._open: list[tuple[str, dict[str, str]]] = []
        self.feed(content.decode("utf-8"))
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.tags.add(tag)
        self.attributes |= set(values)
        if tag != "use":
            self.links += [values[name] for name in ("src", "href") if name in values]
        if values.get("http-equiv") == "Content-Security-Policy":
            self.policy = values["content"]
        if tag == "html":
            self.language = values["lang"]
        if tag in ("h1", "h2", "p", "title", "a"):
            self.paragraphs.append((values.get("class") or tag, ""))
        if tag == "button" and "data-node" in values:
            self.buttons.append((int(values["data-node"]), ""))
        if tag not in ("meta", "br"):
            self._open.append((tag, values))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        if not self._open:
            return
        tag, values = self._open[-1]
        if tag == "script":
            if values.get("class") == "positions":
                self.chapters.append(ReadChapter(json.loads(data)))
            elif not values:
                self.scripts.append(data)
        if tag == "button" and "data-node" in values:
            index, text = self.buttons[-1]
            self.buttons[-1] = index, text + data
        if {"h1", "h2", "p", "title", "a"} & {name for name, _ in self._open}:
            kind, text = self.paragraphs[-1]
            self.paragraphs[-1] = kind, text + data


class ReadChapter:
    """The positions of a chapter, unfolded."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.parents = [node[0] for node in data["nodes"]]
        self.sentences = [node[1] for node in data["nodes"]]
        elements = [part if isinstance(part, list) else [part] * 2 for part in data["elements"]]
        self.light = [[elements[part][0] for part in row] for row in _unfold(data["nodes"], 2)]
        self.dark = [[elements[part][1] for part in row] for row in _unfold(data["nodes"], 2)]
        self.rows = [[data["rows"][row] for row in rows] for rows in _unfold(data["nodes"], 3)]
        self.questions = {int(index): cells for index, cells in data["questions"].items()}


def _unfold(nodes: list[Any], column: int) -> list[list[int]]:
    rows: list[list[int]] = []
    for node in nodes:
        before = [] if node[0] < 0 else rows[node[0]]
        front, end, *between = node[column]
        rows.append([*before[:front], *between, *before[len(before) - end :]])
    return rows


def read_page(*records: Record, **options: Any) -> ReadPage:
    """Return the page of *records*, read."""
    return ReadPage(write_study_page([RecordSnapshot.of(one) for one in records], **options))


def in_page_order(record: Record) -> list[Node]:
    """Return the nodes of *record* in the order of a page: alternatives before what follows."""
    order = [record.root]
    ahead = record.root.children[:1]
    while ahead:
        node = ahead.pop()
        order.append(node)
        siblings = node.parent.children
        ahead += node.children[:1]
        if siblings[0] is node:
            ahead += reversed(siblings[1:])
    return order
