"""Bugs in what is kept: games, settings, the log (*found*: see `in_controllers`)."""

from tests.mutants.mutant import Mutant

_KEEPER = "kalahloa/controllers/keeper.py"
_FILES = "kalahloa/controllers/game_files.py"
_WRITER = "kalahloa/controllers/work/game_writer.py"
_READER = "kalahloa/controllers/work/game_reader.py"
_RECENT = "kalahloa/controllers/recent_games.py"
_SETTINGS_READER = "kalahloa/controllers/settings_reader.py"
_SETTINGS_WRITER = "kalahloa/controllers/work/settings_writer.py"
_LOG = "kalahloa/controllers/log.py"
_PLAYER = "kalahloa/controllers/player.py"

_KEEPER_TESTS = ("tests/controllers/test_keeper.py",)
_OPENING_TESTS = ("tests/controllers/test_opening.py",)
_LOG_TESTS = ("tests/controllers/test_log.py",)
_DAMAGED_TESTS = ("tests/views/test_damaged_settings.py",)

KEEPING_MUTANTS = (
    # -- games -------------------------------------------------------------------------------------
    Mutant(
        "one-file-a-second",
        "Two games that begin in the same second share a file (found).",
        _FILES,
        "        if path.exists():\n            if lock",
        "        if False:\n            if lock",
        _KEEPER_TESTS,
    ),
    Mutant(
        "new-game-over-the-old",
        "A new game is written over the file of the last one.",
        _KEEPER,
        "            file = self._opened or GameFile(self.folder)\n",
        "            file = self._opened or self._file\n",
        _KEEPER_TESTS,
    ),
    Mutant(
        "last-move-lost",
        "The last moves of a game are lost when the next one begins.",
        _KEEPER,
        "            # Save the old record with its own players.\n            self._hand_over()\n",
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
        "not-tried-again",
        "A game that could not be saved is not tried again.",
        _KEEPER,
        "                self._unsaved[result.file] = result\n",
        "",
        _KEEPER_TESTS,
    ),
    Mutant(
        "damaged-ends-the-search",
        "A damaged file keeps the last game from being restored.",
        _KEEPER,
        "                sentences.append(in_words(error))\n                continue\n",
        "                sentences.append(in_words(error))\n                break\n",
        _KEEPER_TESTS,
    ),
    Mutant(
        "current-among-the-recent",
        "The current game is in the list of recent games.",
        _KEEPER,
        "        others = [game for game in self._recent if game.path != self._file.path]\n",
        "        others = list(self._recent)\n",
        _OPENING_TESTS,
    ),
    Mutant(
        "copy-without-a-word",
        "Nobody is told that a game goes on in a copy.",
        _KEEPER,
        "        if game.held:\n            self.message",
        "        if False:\n            self.message",
        _OPENING_TESTS,
    ),
    Mutant(
        "oldest-first",
        "The oldest game is restored, not the last one.",
        _FILES,
        "sorted(files, reverse=True)",
        "sorted(files)",
        _OPENING_TESTS,
    ),
    Mutant(
        "written-unchanged",
        "A copy in which nothing was played makes a file.",
        _FILES,
        "        if content == self._written:\n            return\n",
        "",
        _KEEPER_TESTS,
    ),
    Mutant(
        "damaged-stays-locked",
        "A file that could not be read stays locked.",
        _FILES,
        "    except BaseException:\n        file.close()\n        raise\n",
        "    except BaseException:\n        raise\n",
        _OPENING_TESTS,
    ),
    Mutant(
        "players-read-swapped",
        "The players of a file take each other's side.",
        _FILES,
        "    return Player.from_plain(levels[0]), Player.from_plain(levels[1])\n",
        "    return Player.from_plain(levels[1]), Player.from_plain(levels[0])\n",
        _KEEPER_TESTS,
    ),
    Mutant(
        "older-snapshot-written",
        "Of two states that wait to be written, the older one is.",
        _WRITER,
        "            self._pending[file] = snapshot\n",
        "            self._pending.setdefault(file, snapshot)\n",
        _KEEPER_TESTS,
    ),
    Mutant(
        "earlier-game-opened",
        "A game that was asked for earlier replaces the one asked for last.",
        _READER,
        "        if reply is not None and reply.number != self._number:\n",
        "        if reply is None:\n",
        ("tests/controllers/work/test_game_reader.py",),
    ),
    Mutant(
        "recent-never-read-again",
        "The menu shows a game as it was when it was first listed.",
        _RECENT,
        "        if known is None or known[0] != version:\n",
        "        if known is None:\n",
        ("tests/controllers/test_recent_games.py",),
    ),
    Mutant(
        "mended-player-unsaid",
        "Nobody is told that a heuristic was replaced.",
        _PLAYER,
        "            return Player(replace(self.level, heuristic=None), note)\n",
        "            return Player(replace(self.level, heuristic=None))\n",
        ("tests/controllers/test_players_of_files.py",),
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
        ("tests/controllers/test_preferences.py",),
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
)
