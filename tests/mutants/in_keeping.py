"""Bugs in what is kept: games, settings, the log (*found*: see `in_controllers`)."""

from tests.mutants.mutant import Mutant

_KEEPER = "kalahloa/controllers/keeping/keeper.py"
_FILES = "kalahloa/controllers/keeping/game_files.py"
_OPEN_GAME = "kalahloa/controllers/keeping/open_game.py"
_WRITER = "kalahloa/controllers/work/library_writer.py"
_READER = "kalahloa/controllers/work/library_reader.py"
_SETTINGS_READER = "kalahloa/controllers/keeping/settings_reader.py"
_SETTINGS_WRITER = "kalahloa/controllers/work/settings_writer.py"
_LOG = "kalahloa/controllers/log.py"
_PLAYER = "kalahloa/controllers/player.py"

_NAMES = "kalahloa/controllers/names.py"
_NAMES_TESTS = ("tests/controllers/test_names.py",)
_DETAILS = "kalahloa/models/study/game_details.py"
_DETAILS_TESTS = ("tests/controllers/test_game_details.py",)
_OPEN_GAME_TESTS = ("tests/controllers/keeping/test_open_game.py",)
_KEEPER_TESTS = ("tests/controllers/keeping/test_keeper.py",)
_OPENING_TESTS = ("tests/controllers/keeping/test_opening.py",)
_LOG_TESTS = ("tests/controllers/test_log.py",)
_DAMAGED_TESTS = ("tests/views/test_damaged_settings.py",)
_BULK = "kalahloa/models/library/bulk.py"
_BULK_TESTS = ("tests/models/library/test_bulk.py",)
_WAY = "kalahloa/models/library/right_of_way.py"
_WAY_TESTS = ("tests/models/library/test_right_of_way.py",)
_LIBRARY = "kalahloa/models/library/library.py"
_FLUSH_TESTS = ("tests/models/library/test_log.py",)
_GAMES_TESTS = ("tests/views/panels/test_games.py",)
_MAIN_LINE_TESTS = ("tests/models/library/test_main_line.py",)
_STATISTICS_TESTS = ("tests/models/library/test_statistics.py",)

_DIAGNOSIS = "kalahloa/models/library/diagnosis.py"
_REPAIR = "kalahloa/models/library/repair.py"
_TABLES = "kalahloa/models/library/tables.py"
_PLACE = "kalahloa/models/library/file_place.py"
_DIAGNOSIS_TESTS = ("tests/models/library/test_diagnosis.py",)
_SCHEMA_TESTS = ("tests/models/library/test_schema.py",)
_UNAVAILABLE_TESTS = ("tests/models/library/test_unavailable.py",)

KEEPING_MUTANTS = (
    # -- what state a library is in ----------------------------------------------------------------
    Mutant(
        "busy-is-damaged",
        "A library that another program has locked is taken for a damaged one.",
        _DIAGNOSIS,
        "    (LibraryBusy, Condition.BUSY),\n",
        "    (LibraryBusy, Condition.DAMAGED),\n",
        _DIAGNOSIS_TESTS,
    ),
    Mutant(
        "never-thorough",
        "A thorough check compares the index of words no more than another one.",
        _DIAGNOSIS,
        "            if thorough and not wrong:\n",
        "            if False:\n",
        _SCHEMA_TESTS,
    ),
    Mutant(
        "repair-beside-writers",
        "Others can write to a damaged library while it is being replaced.",
        _REPAIR,
        '            database.execute("BEGIN IMMEDIATE")\n',
        "            pass\n",
        _DIAGNOSIS_TESTS,
    ),
    Mutant(
        "old-repair-wins",
        "What a killed repair has left replaces a library that is in use since.",
        _REPAIR,
        "    if path.exists() and diagnose(path).condition is not Condition.DAMAGED:\n",
        "    if False:\n",
        _DIAGNOSIS_TESTS,
    ),
    Mutant(
        "half-mended",
        "Indexes are made anew where tables are missing, too.",
        _TABLES,
        "    for fault in found if not lost else ():\n",
        "    for fault in found:\n",
        _DIAGNOSIS_TESTS,
    ),
    Mutant(
        "columns-unseen",
        "Which columns a table has is not compared.",
        _TABLES,
        "    return parts[0] & known[0], *parts[1:]\n",
        "    return known\n",
        _DIAGNOSIS_TESTS,
    ),
    Mutant(
        "copy-brings-back",
        "A game that was deleted for good comes back with a table from the copy.",
        "kalahloa/models/library/backups.py",
        '            " WHERE game IN (SELECT id FROM games)"\n',
        '            ""\n',
        ("tests/models/library/test_backups.py",),
    ),
    Mutant(
        "copies-without-end",
        "Copies of the library are never deleted.",
        "kalahloa/models/library/backups.py",
        "    for old in backups(path)[KEPT:]:\n",
        "    for old in ():\n",
        ("tests/models/library/test_backups.py",),
    ),
    Mutant(
        "log-unwatched",
        "A log that was deleted under an open library is not noticed.",
        _PLACE,
        "        if there == self._log:\n",
        "        if True:\n",
        _UNAVAILABLE_TESTS,
    ),
    # -- who has played ----------------------------------------------------------------------------
    Mutant(
        "over-and-renamed",
        "Players chosen after the end of a game are said to have played it.",
        "kalahloa/controllers/document.py",
        "                if not is_over(self.record):\n",
        "                if True:\n",
        _NAMES_TESTS,
    ),
    Mutant(
        "given-name-lost",
        "Another player takes the name that somebody has given to a side.",
        _NAMES,
        "        if automatic[side] and after[side] != before[side]:\n",
        "        if after[side] != before[side]:\n",
        _NAMES_TESTS,
    ),
    Mutant(
        "players-before-ignored",
        "Which names came with players is judged by those who come, not by those who go.",
        _NAMES,
        "    automatic = _automatic(names, before, own)\n    if after == before[::-1]:\n",
        "    automatic = _automatic(names, after, own)\n    if after == before[::-1]:\n",
        _NAMES_TESTS,
    ),
    Mutant(
        "other-side-ignored",
        "Two humans at one board both have the user's name.",
        _NAMES,
        "own and own != other",
        "own",
        _NAMES_TESTS,
    ),
    Mutant(
        "looking-writes",
        "Where somebody has only walked through a game, all of it is written.",
        _OPEN_GAME,
        " and _are_old(rows, kept):",
        " and not rows:",
        _KEEPER_TESTS,
    ),
    Mutant(
        "seats-stay",
        "A game that is opened again has been played by whoever was chosen after its end.",
        _OPEN_GAME,
        "            game._played_by = None  # the players are seated anew\n",
        "",
        _KEEPER_TESTS,
    ),
    Mutant(
        "details-before-ignored",
        "An edit of details replaces what another window has written besides.",
        _DETAILS,
        "            if before.names[side] != after.names[side]:\n",
        "            if True:\n",
        _DETAILS_TESTS,
    ),
    # -- who goes first ----------------------------------------------------------------------------
    Mutant(
        "no-way-made",
        "A change of many games does not wait while something is to be kept.",
        _WAY,
        "    if _hurried:\n",
        "    if False:\n",
        _WAY_TESTS,
    ),
    Mutant(
        "hurry-stays",
        "What has failed to be kept holds up changes of many games for ever.",
        _WAY,
        "            _hurried -= 1\n",
        "            _hurried = max(1, _hurried - 1)\n",
        _WAY_TESTS,
    ),
    Mutant(
        "held-in-a-hurry",
        "A transaction over many games goes on although something is to be kept.",
        _BULK,
        " or is_wanted():",
        ":",
        _WAY_TESTS,
    ),
    Mutant(
        "import-in-the-way",
        "An import does not make way for what is to be kept.",
        "kalahloa/models/library/importer.py",
        "                make_way()\n",
        "",
        _WAY_TESTS,
    ),
    Mutant(
        "never-flushed",
        "What was changed of many games is not on disk when that is said.",
        _LIBRARY,
        "                self._flushes_apart = False\n                self.flush()\n",
        "                self._flushes_apart = False\n",
        _FLUSH_TESTS,
    ),
    Mutant(
        "not-safe-any-more",
        "After a change of many games nothing is flushed by itself.",
        "kalahloa/models/library/database.py",
        '        database.execute("PRAGMA synchronous = FULL")\n\n\n',
        "        pass\n\n\n",
        _FLUSH_TESTS,
    ),
    # -- games -------------------------------------------------------------------------------------
    Mutant(
        "last-move-lost",
        "The last moves of a game are lost when the next one begins.",
        _KEEPER,
        "            self._hand_over()  # the old record, with its own players\n",
        "",
        _KEEPER_TESTS,
    ),
    Mutant(
        "players-not-kept",
        "Another player is not saved before the next move.",
        _KEEPER,
        "Cause.WALK, Cause.PLAYERS, Cause.EDIT})",
        "Cause.WALK, Cause.EDIT})",
        _KEEPER_TESTS,
    ),
    Mutant(
        "notes-not-kept",
        "What is written into a game is not saved before the next move.",
        _KEEPER,
        "Cause.WALK, Cause.PLAYERS, Cause.EDIT})",
        "Cause.WALK, Cause.PLAYERS})",
        _KEEPER_TESTS,
    ),
    Mutant(
        "not-tried-again",
        "A game that could not be saved is not tried again.",
        _KEEPER,
        "        self._unsaved[result.game] = result.error\n",
        "",
        _KEEPER_TESTS,
    ),
    Mutant(
        "damaged-ends-the-search",
        "A damaged game keeps the last good one from being restored.",
        "kalahloa/controllers/keeping/opening.py",
        "            errors.append(error)\n",
        "            errors.append(error)\n            break\n",
        _KEEPER_TESTS,
    ),
    Mutant(
        "current-among-the-recent",
        "The current game is in the list of recent games.",
        _KEEPER,
        "        others = [game for game in self._recent if game.id != self._game.id]\n",
        "        others = list(self._recent)\n",
        _OPENING_TESTS,
    ),
    Mutant(
        "news-not-shown",
        "What another window has played is not shown when this one is looked at.",
        _KEEPER,
        "                if result.has_news:\n",
        "                if False:\n",
        _KEEPER_TESTS,
    ),
    Mutant(
        "opened-anew",
        "A game that was opened goes on as another one.",
        _KEEPER,
        "(self._opened, own))",
        "(None, own))",
        _KEEPER_TESTS,
    ),
    Mutant(
        "undone-not-kept",
        "An edit that was taken back can be taken back again after a restart.",
        _OPEN_GAME,
        "                library.mark_undone(self._edit_ids.pop())\n",
        "                pass\n",
        _KEEPER_TESTS,
    ),
    Mutant(
        "edits-lost-by-a-failure",
        "Edits that could not be written are forgotten.",
        _OPEN_GAME,
        "                self._edits = edits + self._edits\n",
        "",
        _KEEPER_TESTS,
    ),
    Mutant(
        "rows-lost-by-a-failure",
        "Moves that could not be written are forgotten.",
        _OPEN_GAME,
        "                self._edits = edits + self._edits\n"
        "                self._rows = rows | self._rows\n",
        "                self._edits = edits + self._edits\n",
        _KEEPER_TESTS,
    ),
    Mutant(
        "all-is-written-before-news",
        "What both have written at one node is not joined where one writes before it has looked.",
        _OPEN_GAME,
        "            rows = _savable(self._rows, kept)\n",
        "            rows = dict(self._rows)\n",
        _OPEN_GAME_TESTS,
    ),
    Mutant(
        "news-of-last-save-only",
        "A line that another window has kept does not come back after one more save.",
        "kalahloa/models/library/kept_game.py",
        "        self._foreign |= {row.number: row for row in foreign}\n",
        "        self._foreign = {row.number: row for row in foreign}\n",
        _OPEN_GAME_TESTS,
    ),
    Mutant(
        "stale-news",
        "What was saved meanwhile is replaced by what was there before.",
        "kalahloa/models/library/kept_game.py",
        "                self._foreign.pop(number, None)",
        "                self._foreign.get(number, None)",
        _OPEN_GAME_TESTS,
    ),
    Mutant(
        "paths-after-arranging",
        "After another window's deletion a line below it can be put back.",
        "kalahloa/models/record.py",
        "        self._paths.forget()\n        path = self.current.path()\n",
        "        path = self.current.path()\n",
        _OPEN_GAME_TESTS,
    ),
    Mutant(
        "edits-by-own-numbers",
        "An edit is kept with the numbers that nodes have in this window.",
        _OPEN_GAME,
        "                stored = _renumbered(plain, kept.numbers)\n",
        "                stored = plain\n",
        _KEEPER_TESTS,
    ),
    Mutant(
        "their-notes-replace-mine",
        "Notes that another window has written replace those that are not saved here.",
        "kalahloa/models/library/merge.py",
        "            both = joined(read_notes(node.notes), read_notes(notes))\n",
        "            both = read_notes(node.notes)\n",
        _KEEPER_TESTS,
    ),
    Mutant(
        "removed-stays-elsewhere",
        "What one window removes stays in the other.",
        "kalahloa/models/library/merging.py",
        "            removed = row.removed and not self._is_in_use(node)\n",
        "            pass\n",
        _KEEPER_TESTS,
    ),
    Mutant(
        "removed-though-gone-on-in",
        "What one window removes goes in the other, too, while that is going on in it.",
        "kalahloa/models/library/merging.py",
        "row.removed and not self._is_in_use(node)\n",
        "row.removed\n",
        ("tests/controllers/keeping/test_open_game.py",),
    ),
    Mutant(
        "kept-line-not-told",
        "A window is not told that a line which it removed is kept.",
        "kalahloa/models/library/merge.py",
        "                self._theirs.append(node)  # the caller is told that it stays\n",
        "",
        ("tests/controllers/keeping/test_open_game.py",),
    ),
    Mutant(
        "old-comment-comes-back",
        "A comment that another window has changed is joined with the old one.",
        "kalahloa/models/library/merging.py",
        "row.notes if node.notes == known else joined(node.notes, row.notes)\n",
        "joined(node.notes, row.notes)\n",
        ("tests/controllers/keeping/test_open_game.py",),
    ),
    Mutant(
        "players-read-swapped",
        "The players of a file take each other's side.",
        _FILES,
        "    return Player.from_plain(levels[0]), Player.from_plain(levels[1])\n",
        "    return Player.from_plain(levels[1]), Player.from_plain(levels[0])\n",
        ("tests/controllers/keeping/test_game_files.py",),
    ),
    Mutant(
        "players-opened-swapped",
        "The players of a kept game take each other's side.",
        _OPEN_GAME,
        "        first, second = stored.header.levels\n",
        "        second, first = stored.header.levels\n",
        _KEEPER_TESTS,
    ),
    Mutant(
        "earlier-game-opened",
        "A game that was asked for earlier replaces the one asked for last.",
        _READER,
        "        return None if reply is not None and reply.number != self._number else reply\n",
        "        return reply\n",
        ("tests/controllers/work/test_library_reader.py",),
    ),
    Mutant(
        "one-error-ends-the-writing",
        "An error that nobody expects ends the thread that writes games.",
        _WRITER,
        "        except Exception as error:  # an error in one game must not end the thread\n",
        "        except ArithmeticError as error:\n",
        _KEEPER_TESTS,
    ),
    Mutant(
        "mended-player-unsaid",
        "Nobody is told that a heuristic was replaced.",
        _PLAYER,
        "            return Player(replace(self.level, heuristic=None), note)\n",
        "            return Player(replace(self.level, heuristic=None))\n",
        ("tests/controllers/keeping/test_players_of_files.py",),
    ),
    # -- settings and the log ----------------------------------------------------------------------
    Mutant(
        "changed-settings-not-written",
        "A setting is written once, and its changes are not.",
        _SETTINGS_WRITER,
        "            if name not in self._known or self._known[name] != value\n",
        "            if name not in self._known\n",
        ("tests/controllers/work/test_settings_writer.py",),
    ),
    Mutant(
        "false-is-true",
        "A switch that is off in the file is read as on.",
        _SETTINGS_READER,
        '            return value.lower() == "true"\n',
        "            return bool(value)\n",
        ("tests/controllers/keeping/test_preferences.py",),
    ),
    Mutant(
        "numbers-below-the-least",
        "A number below the least is taken from the file.",
        _SETTINGS_READER,
        "low <= number <= high",
        "number <= high",
        _DAMAGED_TESTS,
    ),
    Mutant(
        "damaged-settings-overwritten",
        "Damaged settings are said to be put aside, and are overwritten.",
        _SETTINGS_READER,
        "            os.replace(path, aside)\n",
        "            pass\n",
        _DAMAGED_TESTS,
    ),
    Mutant(
        "home-in-the-log",
        "The log names the user's home folder.",
        _LOG,
        '            text = self._home.sub("~", text)\n',
        "            pass\n",
        _LOG_TESTS,
    ),
    Mutant(
        "log-grows",
        "The log is never put aside.",
        _LOG,
        "    if not path.exists() or path.stat().st_size <= MAX_LOG_BYTES:\n",
        "    if not path.exists() or path.stat().st_size >= 0:\n",
        _LOG_TESTS,
    ),
    Mutant(
        "own-games-against-oneself",
        "Games with a name on both sides are won by it.",
        "kalahloa/models/library/selection.py",
        'f"{name} = ? AND g.first <> g.second"',
        'f"{name} = ?"',
        _STATISTICS_TESTS,
    ),
    Mutant(
        "results-of-the-first-side",
        "A game that one has won as the second side is counted as lost.",
        "kalahloa/models/library/statistics.py",
        "points if points is None or side == 0 else -points",
        "points",
        _STATISTICS_TESTS,
    ),
    Mutant(
        "thirds-of-the-positions",
        "A move belongs to the third of the game in which the position after it is.",
        "kalahloa/models/library/mistakes.py",
        "3 * (places[node] - 1) // (len(line) - 1)",
        "3 * places[node] // len(line)",
        _STATISTICS_TESTS,
    ),
    Mutant(
        "openings-by-the-order-of-moves",
        "The same position by other moves is another opening.",
        "kalahloa/models/library/openings.py",
        "found.setdefault(row[0], _Place(row[0]))",
        "found.setdefault(hash((line, text)), _Place(row[0]))",
        _STATISTICS_TESTS,
    ),
    # -- many games at once ------------------------------------------------------------------------
    Mutant(
        "all-in-one-turn",
        "Many games are changed in one transaction, in which nobody else can write.",
        _BULK,
        "                    if countdown.is_over() or is_wanted():\n"
        "                        break\n",
        "",
        _BULK_TESTS,
    ),
    Mutant(
        "stop-of-many-ignored",
        "The change of many games cannot be stopped.",
        _BULK,
        "    while left and not stopped():",
        "    while left:",
        _BULK_TESTS,
    ),
    Mutant(
        "many-from-behind",
        "Of many games the last ones are changed first.",
        _BULK,
        "list(reversed(list(items)))",
        "list(items)",
        _BULK_TESTS,
    ),
    Mutant(
        "some-left-in-the-trash",
        "The last games stay in the trash that is emptied.",
        _BULK,
        "in_turns(library, library.trashed(), delete",
        "in_turns(library, library.trashed()[1:], delete",
        _BULK_TESTS,
    ),
    Mutant(
        "changing-stays",
        "What many games are changed stays written when it is done.",
        "kalahloa/controllers/library/library_view.py",
        "                self.changing.emit(None)\n",
        "                pass\n",
        _GAMES_TESTS,
    ),
    # -- the main line -----------------------------------------------------------------------------
    Mutant(
        "names-of-any-game",
        "Games with the same result are the last one's player's, whoever had which colour.",
        "kalahloa/models/library/statistics.py",
        " GROUP BY first_name, second_name, levels, result, is_first, is_second",
        " GROUP BY levels, result",
        _STATISTICS_TESTS,
    ),
    Mutant(
        "main-line-by-age",
        "The library's main line goes on with the oldest move, not with the first by rank.",
        "kalahloa/models/library/tree.py",
        "    return row.rank, row.number\n",
        "    return row.number, row.rank\n",
        _MAIN_LINE_TESTS,
    ),
    Mutant(
        "accuracy-of-another-line",
        "An accuracy stays where another line of the same length becomes the main line.",
        "kalahloa/models/library/saving.py",
        "        if tree.follow():\n",
        "        if tree.follow() and False:\n",
        _MAIN_LINE_TESTS,
    ),
    Mutant(
        "result-of-one-window",
        "A result stays after another window's line has become the main line.",
        _OPEN_GAME,
        "changes.is_content or changes.plies is not None\n",
        "changes.is_content\n",
        _OPEN_GAME_TESTS,
    ),
    Mutant(
        "others-corrected",
        "A try that ends becomes the main line of an old game that others have played.",
        "kalahloa/models/library/main_lines.py",
        "    return not stored.header.source and imported.fetchone() is None\n",
        "    return True\n",
        _MAIN_LINE_TESTS,
    ),
    Mutant(
        "pasted-is-own",
        "A game from the clipboard is taken for one's own.",
        "kalahloa/controllers/keeping/opening.py",
        "    return OpenGame(record, (HUMAN, HUMAN), CLIPBOARD)\n",
        "    return OpenGame(record, (HUMAN, HUMAN))\n",
        _OPENING_TESTS,
    ),
)
