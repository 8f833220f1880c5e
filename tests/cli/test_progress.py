"""The line that shows how far long work has come."""

from io import StringIO

from kalahloa.cli.progress import ProgressLine


class Terminal(StringIO):
    """What a terminal would show."""

    def isatty(self) -> bool:
        return True


def test_progress_is_drawn_in_place_on_a_terminal_and_wiped_away(monkeypatch):
    monkeypatch.setattr("kalahloa.models.work.cancellation.TELL_SECONDS", 0.0)
    screen = Terminal()

    with ProgressLine(screen) as line:
        line.show(1, 4, "one")
        line.show(2, 4, "two of four")

    drawn = screen.getvalue().split("\r")
    assert drawn[1].endswith("] one")
    assert drawn[2].endswith("] two of four")
    assert drawn[2].count("#") == drawn[2].count(".") > 2
    assert drawn[3].strip() == drawn[4] == ""


def test_nothing_of_progress_goes_into_a_pipe():
    pipe = StringIO()

    with ProgressLine(pipe) as line:
        line.show(1, 4, "one")

    assert pipe.getvalue() == ""


def test_progress_is_drawn_no_more_often_than_anybody_can_read(monkeypatch):
    monkeypatch.setattr("kalahloa.models.work.cancellation.TELL_SECONDS", 1e9)
    screen = Terminal()

    with ProgressLine(screen) as line:
        line.say("one")
        line.say("two")

    assert "one" in screen.getvalue()
    assert "two" not in screen.getvalue()


def test_a_terminal_that_is_gone_does_not_end_the_work():
    class Gone(Terminal):
        def write(self, text: str) -> int:
            raise OSError(5, "Input/output error")

    with ProgressLine(Gone()) as line:
        line.say("one")
        line.say("two")
