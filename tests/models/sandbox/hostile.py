"""Heuristics that do harm, by mistake or on purpose, and what is to be said of each."""

FROM = "import os, sys, threading, time, builtins, itertools, struct\n"

HOSTILE: dict[str, tuple[str, str]] = {
    # -- never ending ------------------------------------------------------------------------------
    "endless loop": ("def evaluate(p):\n    while True: pass", r"one position \(line 2\)"),
    "endless module": ("while True:\n    pass", r"to load \(line [12]\)"),
    "endless C loop": (
        "import itertools\ndef evaluate(p): return sum(itertools.count())",
        "blocked its process",
    ),
    "endless generator": (
        "def forever():\n    while True: yield 0\ndef evaluate(p): return max(forever())",
        r"one position \(line [23]\)",
    ),
    "endless list": (
        "def evaluate(p): return len(list(iter(int, 1)))",
        "blocked its process|memory|ended",
    ),
    "huge power": ("def evaluate(p): return 10 ** 10 ** 10 % 7", "blocked its process|memory"),
    "sleep": (FROM + "def evaluate(p): time.sleep(3600)", r"one position \(line 2\)"),
    "sleep while importing": (FROM + "time.sleep(3600)", r"to load \(line 2\)"),
    "deaf loop": (
        "def evaluate(p):\n  while True:\n    try:\n      while True: p.nothing()\n"
        "    except BaseException: pass",
        "one position",
    ),
    "no switching": (
        FROM + "def evaluate(p):\n    sys.setswitchinterval(1e6)\n    while True: pass",
        "blocked its process|one position",
    ),
    "no sleeping": (
        FROM + "time.sleep = time.monotonic = lambda *_: 0\ndef evaluate(p):\n  while 1: pass",
        "one position",
    ),
    "lock": (
        FROM + "def evaluate(p):\n    lock = threading.Lock()\n    lock.acquire(); lock.acquire()",
        r"one position \(line 4\)",
    ),
    "input": ("def evaluate(p): return float(input())", "EOFError"),
    # -- too much ----------------------------------------------------------------------------------
    "10 GB list": ("def evaluate(p): return len([0] * 10**10)", r"memory .*\(line 1\)"),
    "growing list": (
        "def evaluate(p):\n    kept = []\n    while True: kept.append(bytearray(10**7))",
        "memory|one position",
    ),
    "100 GB of bytes": ("def evaluate(p): return len(bytearray(10**11))", "memory"),
    "10 GB module": ("table = 'x' * 10**10\ndef evaluate(p): return 0", r"memory .*\(line 1\)"),
    "recursion": ("def evaluate(p): return evaluate(p)", "line 1: RecursionError"),
    "boundless recursion": (
        FROM + "sys.setrecursionlimit(10**9)\ndef evaluate(p): return evaluate(p)",
        "blocked its process|memory|ended|RecursionError|one position",
    ),
    "boundless recursion in C": (
        FROM + "sys.setrecursionlimit(10**9)\n"
        "def evaluate(p): return sorted([1, 2], key=lambda x: evaluate(p))[0]",
        "blocked its process|memory|ended|RecursionError|one position",
    ),
    "flood of output": (
        "def evaluate(p):\n    while True: print('x' * 10**5)",
        "one position",
    ),
    "flood past the stream": (
        FROM
        + "def evaluate(p):\n    while True: os.write(1, b'x' * 10**5); os.write(2, b'y' * 99)",
        "one position",
    ),
    "huge message": ("def evaluate(p): raise ValueError('x' * 10**7)", "line 1: ValueError: x+…"),
    # -- the end -----------------------------------------------------------------------------------
    "exit": (FROM + "def evaluate(p): sys.exit('bye')", r"end the program \(line 2\)"),
    "exit while importing": (FROM + "sys.exit()", r"end the program \(line 2\)"),
    "hard exit": (FROM + "def evaluate(p): os._exit(0)", "ended its process: exit code 0"),
    "hard exit while importing": (FROM + "os._exit(7)", "ended its process: exit code 7"),
    "abort": (FROM + "def evaluate(p): os.abort()", "ended its process: signal SIGABRT"),
    "alarm": (
        "import signal, time\ndef evaluate(p):\n    signal.setitimer(0, 0.01)\n    time.sleep(9)",
        "ended its process: signal SIGALRM",
    ),
    "raised signal": (
        "import signal\ndef evaluate(p): signal.raise_signal(signal.SIGSEGV)",
        "ended its process: signal SIGSEGV",
    ),
    "kill itself": (FROM + "def evaluate(p): os.kill(os.getpid(), 9)", "may not send signals"),
    "kill the parent": (FROM + "def evaluate(p): os.kill(os.getppid(), 9)", "may not send signals"),
    "kill the group": (FROM + "def evaluate(p): os.killpg(0, 9)", "may not send signals"),
    "handler": (
        "import signal\ndef evaluate(p): signal.signal(2, signal.SIG_IGN)",
        "line 2: ValueError",
    ),
    "interrupt": ("def evaluate(p): raise KeyboardInterrupt", "line 1: KeyboardInterrupt"),
    # -- no number ---------------------------------------------------------------------------------
    "text": ("def evaluate(p): return 'good'", "a value of type str, not a number"),
    "nothing": ("def evaluate(p): p", "of type NoneType"),
    "list": ("def evaluate(p): return [1.0]", "of type list"),
    "truth": ("def evaluate(p): return p.side == 0", "of type bool"),
    "complex": ("def evaluate(p): return 1j", "of type complex"),
    "generator": ("def evaluate(p): yield 1.0", "of type generator"),
    "coroutine": ("async def evaluate(p): return 1.0", "of type coroutine"),
    "not a number": ("def evaluate(p): return float('nan')", "returned NaN"),
    "infinity": ("def evaluate(p): return float('inf')", "infinite or too large"),
    "less than everything": ("def evaluate(p): return -1e308 * 10", "infinite or too large"),
    "nearly everything": ("def evaluate(p): return 1e308", "infinite or too large"),
    "long name of a type": (
        "def evaluate(p): return type('x' * 2**20, (), {})()",
        "a value of type x",
    ),
    "long name of an error": (
        "def evaluate(p): raise type('x' * 2**20, (Exception,), {})('y' * 2**20)",
        "line 1: x",
    ),
    "pipe in the file system": (FROM + "def evaluate(p): os.mkfifo('pipe')", "not change files"),
    "keys of connections": (
        "def evaluate(p):\n  import ssl\n  ssl.create_default_context().keylog_filename = 'keys'",
        "may not use the network",
    ),
    "huge int": ("def evaluate(p): return 10**400", "infinite or too large"),
    "liar": (
        "class Liar(float):\n  def __float__(self): raise SystemExit\n"
        "def evaluate(p): return Liar(1)",
        "end the program",
    ),
    "liar of type": (
        "class Liar:\n  __class__ = float\ndef evaluate(p): return Liar()",
        "line [123]: |of type Liar|failed",
    ),
    # -- threads and processes ---------------------------------------------------------------------
    "thread": (
        FROM + "def evaluate(p): threading.Thread(target=evaluate, args=(p,)).start()",
        "may not start threads",
    ),
    "thread while importing": (
        "import _thread\n_thread.start_new_thread(print, ())",
        "may not start threads",
    ),
    "fork": (FROM + "def evaluate(p): os.fork()", "may not start another process"),
    "fork bomb": (FROM + "while True: os.fork()", "may not start another process"),
    "program": (
        "import subprocess\ndef evaluate(p): subprocess.run(['sleep', '99'])",
        "may not start another process",
    ),
    "shell": (FROM + "def evaluate(p): os.system('sleep 99')", "may not start another process"),
    "other program": (
        FROM + "def evaluate(p): os.execv('/bin/true', ['true'])",
        "may not start another process",
    ),
    "pool": (
        "from concurrent.futures import ProcessPoolExecutor\n"
        "def evaluate(p):\n    with ProcessPoolExecutor() as pool: pool.submit(abs, 1).result()",
        "may not start|RefusedImport|failed",
    ),
    # -- the pipes ---------------------------------------------------------------------------------
    "closed pipes": (
        FROM + "def evaluate(p): os.closerange(3, 99); return 0.0",
        "ended its process",
    ),
    "closed streams": (
        FROM + "def evaluate(p): sys.stdout.close(); return 0.0",
        "line 2: AttributeError",
    ),
    "garbage in the pipes": (
        FROM + "def evaluate(p):\n  for fd in range(3, 99):\n"
        "    try: os.write(fd, b'garbage' * 99)\n    except OSError: pass\n  return 0.0",
        "garbled",
    ),
    "forged result": (
        FROM + 'def evaluate(p):\n  text = b\'{"type": "result", "move": "x", "line": [{}]}\'\n'
        "  for fd in range(3, 99):\n"
        "    try: os.write(fd, struct.pack('>4sBI', b'KLH\\x01', 0, len(text)) + text)\n"
        "    except OSError: pass\n  return 0.0",
        "garbled",
    ),
    "forged length": (
        FROM + "def evaluate(p):\n  for fd in range(3, 99):\n"
        "    try: os.write(fd, struct.pack('>4sBI', b'KLH\\x01', 0, 2**32 - 1))\n"
        "    except OSError: pass\n  return 0.0",
        "garbled",
    ),
    "other pipes": (
        FROM + "def evaluate(p):\n  null = os.open('/dev/null', os.O_RDONLY)\n"
        "  for fd in range(3, 99):\n    try: os.fstat(fd); os.dup2(null, fd)\n"
        "    except OSError: pass\n  return 0.0",
        "ended its process|blocked its process",
    ),
    # -- other people's things ---------------------------------------------------------------------
    "no builtins": (
        "import builtins\ndef evaluate(p):\n  builtins.len = builtins.isinstance = None\n"
        "  builtins.max = builtins.int = None\n  return len(3)",
        "failed|broke|ended",
    ),
    "no JSON": (
        "import json\njson.dumps = json.loads = json.JSONEncoder = 0\ndef evaluate(p): return 1/0",
        "line 3: ZeroDivisionError",
    ),
    "no modules": (
        FROM + "sys.modules.clear()\ndef evaluate(p): import math; return 1/0",
        "failed|broke|ended",
    ),
    "other searcher": (
        "from kalahloa.models.search.lecture.alpha_beta import AlphaBetaSearch\n"
        "AlphaBetaSearch.choose = AlphaBetaSearch.search = None\ndef evaluate(p): return 1/0",
        "broke the process",
    ),
    "larger limits": (
        "import resource\ndef evaluate(p): resource.setrlimit(resource.RLIMIT_AS, (2**40, 2**40))",
        "may not change its limits",
    ),
    "writes a file": ("def evaluate(p): open('hostile.txt', 'w')", "may not change files"),
    "removes files": (
        "import shutil\ndef evaluate(p): shutil.rmtree('/nowhere/at/all')",
        "may not change files|FileNotFoundError",
    ),
    "network": (
        "import socket\ndef evaluate(p): socket.create_connection(('127.0.0.1', 9))",
        "may not use the network",
    ),
    "memory of others": (
        "import ctypes\ndef evaluate(p): return ctypes.string_at(0)",
        "may not call C functions|ended",
    ),
    # -- what is no heuristic ----------------------------------------------------------------------
    "syntax error": ("def evaluate(p):\n    return (1 +", r"cannot be read: .* \(line 2\)"),
    "indentation": ("def evaluate(p):\nreturn 1", r"cannot be read: .* \(line 2\)"),
    "null character": ("def evaluate(p): return 1\0", "cannot be read: .*null"),
    "surrogate": ("def evaluate(p): return '\udc80'", "cannot be read"),
    "deep parentheses": ("x = " + "(" * 5000 + ")" * 5000, "cannot be read"),
    "deep signs": ("x = " + "-" * 100_000 + "1", "cannot be read|memory|ended|failed"),
    "import error": (
        "import no_such_module\ndef evaluate(p): return 0",
        "line 1: ModuleNotFoundError",
    ),
    "no function": ("value = 1", r"no function evaluate\(position\)"),
    "no callable": ("evaluate = 3", r"no function evaluate\(position\)"),
    "empty": ("", r"no function evaluate\(position\)"),
    "two arguments": ("def evaluate(p, q): return 0", "failed: TypeError"),
    "division": ("def evaluate(p):\n    x = 0\n    return 1 / x", "line 3: ZeroDivisionError"),
    "evil exception": (
        "class Evil(Exception):\n  def __str__(self): raise SystemExit\n"
        "def evaluate(p): raise Evil",
        "line 3: Evil",
    ),
    "base exception": (
        "class Base(BaseException): pass\ndef evaluate(p): raise Base('b')",
        "line 2: Base: b",
    ),
}
"""The text of each, and a pattern of its sentence."""
