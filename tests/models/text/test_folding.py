# ruff: noqa: RUF001
"""Texts of all scripts are found, and sorted, as people expect."""

import re
import sqlite3
import unicodedata
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kalahloa.models.library.full_text_index import TABLE, match_term
from kalahloa.models.text.errors import BadQuery
from kalahloa.models.text.folding import (
    MAX_TERMS,
    fold,
    has_terms,
    search_terms,
    searchable,
    sort_key,
)

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
WORDS = st.text("aAbéÉßẞıİIiŁø小明ガが김😀❤\ufe0f!-_' ا\u0301\u3099", max_size=12)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Straße", "STRASSE"),
        ("ẞ", "ss"),
        ("ılgaz", "Ilgaz"),
        ("İZMİR", "izmir"),
        ("Åse", "A\u030ase"),
        ("Łódź", "lodz"),
        ("Søren Kierkegård", "soren kierkegard"),
        ("Ægir", "aegir"),
        ("Þór", "thor"),
        ("Đặng", "dang"),
        ("ΣΊΣΥΦΟΣ", "Σίσυφος"),
        ("Ёлкин", "елкин"),
        ("ｶﾞｷﾞ", "がぎ"),
        ("ＡＢＣ１２", "abc12"),
        ("ﬁ", "fi"),
        ("مُحَمَّد", "محمد"),
        ("أحمد", "احمد"),
        ("٢٠٢٦", "2026"),
        ("❤️", "❤"),
        ("co\xadop", "coop"),
        ("O’Brien", "O'Brien"),
        ("a–b", "a-b"),
    ],
)
def test_texts_that_people_take_for_the_same_are_folded_alike(one, other):
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("one", "other"), [("が", "か"), ("कि", "की"), ("김", "긴"), ("😀", "😃"), ("มา", "มุ")]
)
def test_marks_that_make_another_word_stay(one, other):
    assert fold(one) != fold(other)


@given(TEXTS)
def test_folding_again_changes_nothing_nor_does_the_way_a_letter_is_composed(text):
    assert fold(fold(text)) == fold(text)
    for form in ("NFC", "NFD"):
        assert fold(unicodedata.normalize(form, text)) == fold(text)


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("Fritz Straße", "strasse"),
        ("Fritz Straße", "RASS"),
        ("ılgaz", "ilgaz"),
        ("Ilgaz", "ılgaz"),
        ("王小明", "小明"),
        ("王小明", "明"),
        ("김철수", "철수"),
        ("やまだ たろう", "ヤマダ"),
        ("Anna 😀 Berg", "😀"),
        ("Anna😀Berg", "a😀b"),
        ("Well played!!!", "!!!"),
        ("Well played!!!", "(played)"),
        ("Nagy Ágnes", '"agnes", nagy'),
        ("A C++ program", "c++"),
        ("paper.sgf", "paper.sgf"),
        ("he_said", "e_s"),
        ("Anna", "an"),
        ("Anna", ""),
    ],
)
def test_a_text_is_found(text, typed):
    assert has_terms(text, search_terms(typed))


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("Anna", "😀"),
        ("Anna", "!!!"),
        ("Anna", "nn"),  # two letters only where a word begins
        ("王小 明", "anna"),
        ("Anna", "anna berg"),
    ],
)
def test_another_text_is_not_found(text, typed):
    assert not has_terms(text, search_terms(typed))


def test_a_term_does_not_reach_from_one_text_to_the_next():
    (term,) = search_terms("小明")

    assert term in searchable("王小明", "x")
    assert term not in searchable("王小", "明")


@pytest.mark.parametrize("text", ["\u200d", "\u0301", "\ufe0f \u200b", "\x01"])
def test_what_has_nothing_to_search_for_is_refused(text):
    with pytest.raises(BadQuery, match="no letters or signs"):
        search_terms(text)


def test_too_many_words_are_refused():
    with pytest.raises(BadQuery, match="at most 50 words"):
        search_terms(" ".join(f"word{number}" for number in range(MAX_TERMS + 1)))


@given(WORDS, WORDS)
def test_the_index_finds_what_the_function_finds(text, typed):
    try:
        wanted = search_terms(typed)
    except BadQuery:
        return
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute(TABLE)
        database.execute("INSERT INTO words (players) VALUES (?)", (searchable(text),))
        for term in wanted:
            query = "SELECT count(*) FROM words WHERE words MATCH ?"
            (found,) = database.execute(query, (match_term(term, "players"),)).fetchone()
            assert bool(found) == has_terms(text, [term])


@given(TEXTS.filter(str.strip))
def test_a_text_is_found_by_each_of_its_own_words(text):
    try:
        wanted = search_terms(text)
    except BadQuery:
        return
    assert has_terms(text, wanted)


def test_names_sort_by_letters_then_accents_then_case():
    names = ["", "anna", "Anna", "Ánna", "Annb", "Åse", "Berg", "Ñandu", "Nz", "Øre", "Ou", "Zoe"]

    for given_order in (names, names[::-1], sorted(names)):
        assert sorted(given_order, key=sort_key) == names


@given(*[TEXTS.filter(lambda text: not re.search("[\0-\x08]", text))] * 2)
def test_names_that_are_folded_apart_sort_as_folded_and_none_has_two_keys(one, other):
    keys, folded = [], []
    for text in (one, other):
        keys.append(sort_key(text))
        folded.append(" ".join(fold(unicodedata.normalize("NFC", text)).split()))
        assert sort_key(unicodedata.normalize("NFD", text)) == keys[-1]
    if folded[0] != folded[1]:
        padded = [f"{text}\t" for text in folded]
        assert (keys[0] < keys[1]) == (padded[0] < padded[1])
