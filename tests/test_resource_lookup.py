"""Resources are found in an installation and in a checkout."""

import pytest

from kalahloa import resources


@pytest.mark.parametrize("place", ["kalahloa/resources", "resources"])
def test_a_resource_is_found_inside_the_package_and_beside_it(tmp_path, monkeypatch, place):
    page = tmp_path / place / "help" / "page.html"
    page.parent.mkdir(parents=True)
    page.touch()
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "kalahloa")

    assert resources.resource("help", "page.html") == page


def test_a_missing_resource_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "kalahloa")

    with pytest.raises(FileNotFoundError, match=r"help/page\.html"):
        resources.resource("help", "page.html")
