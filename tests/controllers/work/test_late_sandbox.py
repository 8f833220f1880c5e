"""A sandbox that is made when it is first needed."""

import subprocess
import sys

from kalahloa.controllers.work.late_sandbox import LateSandbox


def test_it_is_imported_and_made_at_the_first_call():
    program = (
        "import sys\nfrom kalahloa.controllers.work.late_sandbox import LateSandbox\n"
        "made = LateSandbox()\n"
        "print('kalahloa.models.sandbox.sandbox' in sys.modules)\n"
        "print(made() is made(), 'kalahloa.models.sandbox.sandbox' in sys.modules)"
    )

    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)

    assert ended.stdout.splitlines() == ["False", "True True"]


def test_closing_closes_it():
    late = LateSandbox()
    sandbox = late()

    late.close()

    assert sandbox._is_closed


def test_one_that_is_made_after_closing_is_closed():
    late = LateSandbox()

    late.close()

    assert late()._is_closed
