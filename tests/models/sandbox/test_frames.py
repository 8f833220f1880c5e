"""Frames on a pipe."""

import os
import threading

import pytest

from kalahloa.models.sandbox.frames import (
    MAX_FRAME,
    BrokenStream,
    FrameKind,
    header_of_bytes,
    pack,
    read_frame,
    unpack,
    write_all,
)


@pytest.fixture
def pipe():
    """The two ends of a pipe: to read from, to write to."""
    reading, writing = os.pipe()
    yield reading, writing
    for descriptor in (reading, writing):
        try:
            os.close(descriptor)
        except OSError:
            continue  # closed by the test


def test_a_message_arrives(pipe):
    message = {"type": "ready", "numbers": [1, 2.5, None, True], "text": "größer \udc80"}

    write_all(pipe[1], pack(message))

    kind, content = read_frame(pipe[0])
    assert kind is FrameKind.MESSAGE
    assert unpack(content) == message


def test_bytes_arrive_as_they_are_however_many(pipe):
    content = os.urandom(1 << 20)
    writer = threading.Thread(
        target=lambda: (
            write_all(pipe[1], header_of_bytes(len(content))),
            write_all(pipe[1], content),
        )
    )
    writer.start()

    assert read_frame(pipe[0]) == (FrameKind.BYTES, content)
    writer.join()


def test_an_end_is_noticed_within_a_frame_as_well(pipe):
    write_all(pipe[1], pack({"type": "ready"})[:-3])
    os.close(pipe[1])

    with pytest.raises(EOFError):
        read_frame(pipe[0])


@pytest.mark.parametrize(
    "content", [b"garbage, nothing but garbage", b"KLH\x01\x07\0\0\0\x01x", b"KLH\x02\0\0\0\0\x01x"]
)
def test_what_is_no_frame_is_refused(pipe, content):
    write_all(pipe[1], content)

    with pytest.raises(BrokenStream):
        read_frame(pipe[0])


def test_a_frame_that_is_too_long_is_refused_before_it_is_read(pipe):
    write_all(pipe[1], header_of_bytes(1001))

    with pytest.raises(BrokenStream):
        read_frame(pipe[0], most=1000)


def test_a_message_that_is_too_long_is_not_sent():
    with pytest.raises(ValueError, match="is the most"):
        pack({"text": "x" * MAX_FRAME})


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b"3", b"\xff", b"[" * 100_000])
def test_what_is_no_message_is_refused(content):
    with pytest.raises(BrokenStream):
        unpack(content)
