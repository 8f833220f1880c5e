"""Bugs in the controllers; those marked *found* are the ones that no test once noticed."""

from tests.mutants.mutant import Mutant

_DOCUMENT = "kalahloa/controllers/document.py"
_UNDO = "kalahloa/controllers/undo.py"
_WALKS = "kalahloa/controllers/walks.py"
_TURNS = "kalahloa/controllers/turn_controller.py"
_PLACE = "kalahloa/controllers/place.py"
_KEEPER = "kalahloa/controllers/keeper.py"
_FILES = "kalahloa/controllers/game_files.py"
_ACTIONS = "kalahloa/controllers/command_actions.py"
_COMMANDS = "kalahloa/controllers/commands.py"

_DOCUMENT_TESTS = ("tests/controllers/test_document.py",)
_WALK_TESTS = ("tests/controllers/test_walks.py", "tests/controllers/test_document.py")
_TURN_TESTS = ("tests/controllers/test_turn_controller.py",)
_ANY_KIND_TESTS = ("tests/controllers/test_turns_of_any_kind.py",)
_KEEPER_TESTS = ("tests/controllers/test_keeper.py",)
_COMMAND_TESTS = ("tests/controllers/test_commands.py", "tests/controllers/test_typed.py")

CONTROLLER_MUTANTS = (
    # -- the document ----------------------------------------------------------------------------
    Mutant(
        "told-twice",
        "A change within a change is told on its own.",
        _DOCUMENT,
        "            if not self._depth and not self._emitting:\n",
        "            if not self._emitting:\n",
        _DOCUMENT_TESTS,
    ),
    Mutant(
        "told-while-telling",
        "A change made by a receiver is told before the others have heard of the first.",
        _DOCUMENT,
        "            if not self._depth and not self._emitting:\n",
        "            if not self._depth:\n",
        _DOCUMENT_TESTS,
    ),
    Mutant(
        "followers-too-late",
        "Followers act on a change, but what they change is not part of its place.",
        _DOCUMENT,
        "        causes = frozenset(self._causes)\n        came,",
        "        came,",
        _DOCUMENT_TESTS,
    ),
    Mutant(
        "came-kept",
        "Nodes that came with one change come again with the next.",
        _DOCUMENT,
        "        self._causes.clear()\n        self._came.clear()\n",
        "        self._causes.clear()\n",
        _DOCUMENT_TESTS,
    ),
    Mutant(
        "old-node-came",
        "A move that was played before is told as a new node.",
        _DOCUMENT,
        "            if len(self.record.nodes) > count:\n",
        "            if len(self.record.nodes) >= count:\n",
        _DOCUMENT_TESTS,
    ),
    Mutant(
        "position-shared",
        "The place shares the record's position, which later moves change.",
        _DOCUMENT,
        "else record.position.copy()",
        "else record.position",
        _DOCUMENT_TESTS,
    ),
    Mutant(
        "record-number-stays",
        "Another record has the number of the last one.",
        _DOCUMENT,
        "            self._record_number += 1\n",
        "",
        _DOCUMENT_TESTS,
    ),
    Mutant(
        "board-stays-turned",
        "A new game keeps the board turned.",
        _DOCUMENT,
        "            self._turned = False\n            self.resumed",
        "            self.resumed",
        _DOCUMENT_TESTS,
    ),
    Mutant(
        "human-at-the-top",
        "A human who plays the second side sits at the top.",
        _DOCUMENT,
        "        return first.is_computer and not second.is_computer\n",
        "        return False\n",
        _DOCUMENT_TESTS,
    ),
    Mutant(
        "players-not-adapted",
        "A new game keeps a heuristic that it does not have.",
        _DOCUMENT,
        "        first, second = (player.for_game(record.game) for player in players)\n",
        "        first, second = players\n",
        _DOCUMENT_TESTS,
    ),
    Mutant(
        "wrong-side-replaced",
        "A player is set for the other side.",
        _DOCUMENT,
        "(player, second) if side == 0 else (first, player)",
        "(player, second) if side == 1 else (first, player)",
        _DOCUMENT_TESTS,
    ),
    Mutant(
        "last-node-unreachable",
        "The last node of a record cannot be jumped to.",
        _DOCUMENT,
        "        if not 0 <= number < len(self.record.nodes):\n",
        "        if not 0 <= number < len(self.record.nodes) - 1:\n",
        _DOCUMENT_TESTS,
    ),
    # -- undo and walks ----------------------------------------------------------------------------
    Mutant(
        "undo-whole-turn",
        "Between humans, undo takes back a whole turn of several sowings (found).",
        _UNDO,
        "    if computers[0] == computers[1]:\n        return node.parent\n",
        "    if computers[0] == computers[1]:\n"
        "        while node.parent and node.parent.parent and node.parent.side == node.side:\n"
        "            node = node.parent\n"
        "        return node.parent\n",
        _WALK_TESTS,
    ),
    Mutant(
        "undo-one-ply-always",
        "Against a computer, undo takes back one ply only.",
        _UNDO,
        "        if not computers[ply.side]:\n",
        "        if True:\n",
        _WALK_TESTS,
    ),
    Mutant(
        "undo-computer-s-ply",
        "Against a computer, undo stops before the computer's ply.",
        _UNDO,
        "        if not computers[ply.side]:\n",
        "        if computers[ply.side]:\n",
        _WALK_TESTS,
    ),
    Mutant(
        "redo-one-ply",
        "Against a computer, redo stops where the computer is to move.",
        _UNDO,
        "while target.followed is not None and computers[target.to_move]:",
        "while target.followed is not None and not computers[target.to_move]:",
        _WALK_TESTS,
    ),
    Mutant(
        "undo-once",
        "Undoing several steps undoes one.",
        _UNDO,
        "        following = step(target or node, computers)\n",
        "        following = step(node, computers)\n",
        _DOCUMENT_TESTS,
    ),
    Mutant(
        "end-is-one-ply",
        "The end of the line is one ply away.",
        _UNDO,
        "    while node.followed is not None:\n        node = node.followed\n    return node\n",
        "    if node.followed is not None:\n        node = node.followed\n    return node\n",
        _WALK_TESTS,
    ),
    Mutant(
        "first-line-wraps",
        "Before the first line comes the last one.",
        _WALKS,
        "return siblings[place] if 0 <= place < len(siblings) else None",
        "return siblings[place] if place < len(siblings) else None",
        _WALK_TESTS,
    ),
    # -- turns -------------------------------------------------------------------------------------
    Mutant(
        "time-from-the-reply",
        "The least thinking time is counted from the reply (found).",
        _TURNS,
        "        passed = time.monotonic() - self._asked_at\n",
        "        passed = 0.0\n",
        _TURN_TESTS,
    ),
    Mutant(
        "old-reply-lands",
        "A reply to an old request is taken for the current one.",
        _TURNS,
        "        if not self._request or reply.number != self._request:\n",
        "        if not self._request:\n",
        _TURN_TESTS,
    ),
    Mutant(
        "jumps-in-after-undo",
        "After an undo the computer moves at once.",
        _TURNS,
        "        elif Cause.WALK in causes:\n            self._held = some_computer\n",
        "        elif Cause.WALK in causes:\n            self._held = False\n",
        _TURN_TESTS,
    ),
    Mutant(
        "stays-held",
        "After a human's move the computer waits.",
        _TURNS,
        "        elif Cause.MOVE in causes:\n            self._held = False\n",
        "",
        _TURN_TESTS,
    ),
    Mutant(
        "moves-on-opening",
        "The computer moves as soon as a game is opened.",
        _TURNS,
        "            self._held = some_computer and self._document.resumed\n",
        "            self._held = False\n",
        _ANY_KIND_TESTS,
    ),
    Mutant(
        "new-game-held",
        "A new game against the computer begins paused.",
        _TURNS,
        "            self._held = some_computer and self._document.resumed\n",
        "            self._held = some_computer\n",
        _TURN_TESTS,
    ),
    Mutant(
        "search-not-stopped",
        "The search for an old position goes on.",
        _TURNS,
        "        if self._request:\n            self._service.cancel(self._request)\n",
        "",
        _TURN_TESTS,
    ),
    Mutant(
        "lands-in-the-animation",
        "The computer's move does not wait for the animation of the last one.",
        _TURNS,
        "        if self._result is not None and not self.is_presenting():\n",
        "        if self._result is not None:\n",
        _TURN_TESTS,
    ),
    Mutant(
        "never-lands-after-animation",
        "A move that has waited for an animation never lands.",
        _TURNS,
        "            self._landing.start(0)\n",
        "            pass\n",
        _TURN_TESTS,
    ),
    Mutant(
        "answers-in-study",
        "The computer answers where it should not.",
        _TURNS,
        "        waits = self._held or not self._answers or document.node.outcome is not None\n",
        "        waits = self._held or document.node.outcome is not None\n",
        _ANY_KIND_TESTS,
    ),
    Mutant(
        "searches-a-finished-game",
        "The computer searches after the end of the game.",
        _TURNS,
        "        waits = self._held or not self._answers or document.node.outcome is not None\n",
        "        waits = self._held or not self._answers\n",
        _TURN_TESTS,
    ),
    Mutant(
        "human-moves-for-the-computer",
        "A human may move while it is the computer's turn.",
        _TURNS,
        "        if self._wanted() is not None:\n",
        "        if False:\n",
        _TURN_TESTS,
    ),
    Mutant(
        "failed-search-repeats",
        "After a search that failed, play is not held.",
        _TURNS,
        "            self._stop()\n            self._set_held(True)\n",
        "            self._stop()\n",
        _TURN_TESTS,
    ),
    # -- places ------------------------------------------------------------------------------------
    Mutant(
        "no-hint-while-held",
        "While play is held, the human may not move for the computer.",
        _PLACE,
        "self.held or not self.computers[self.side]",
        "not self.computers[self.side]",
        _ANY_KIND_TESTS,
    ),
    Mutant(
        "waits-when-over",
        "A finished game waits for the computer to go on.",
        _PLACE,
        "return self.outcome is None and self.held and self.computers[self.side]",
        "return self.held and self.computers[self.side]",
        _ANY_KIND_TESTS,
    ),
)
