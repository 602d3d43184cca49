#!/usr/bin/env python3
"""A suite that fails beside others and passes alone counts as passed and is named; one that is broken stays failed."""
import argparse
import contextlib
import io
import pathlib
import sys
import tempfile

import run
from suites import Suite

ARGUMENTS = argparse.Namespace(fast=False, long=False, verbose=False)


def total_failed(suites):
    """The failures after the second runs, and what was printed."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        first = [run.run(suite, ARGUMENTS) for suite in suites]
        results = run.run_again(first, ARGUMENTS)
    return sum(result.failed for result in results), said.getvalue()


def main():
    with tempfile.TemporaryDirectory() as folder:
        mark = pathlib.Path(folder, "mark")
        unsteady = Suite("unsteady one", f"if [ -e {mark} ]; then echo '3 passed, 0 failed'; else touch {mark}; echo '2 passed, 1 failed'; exit 1; fi")
        broken = Suite("broken one", "echo '2 passed, 1 failed'; exit 1")
        failed, said = total_failed([unsteady])
        assert failed == 0 and "unsteady: unsteady one" in said, said
        failed, said = total_failed([broken])
        assert failed == 1 and "unsteady:" not in said, said
        many = [broken] * (run.MOST_SECOND_RUNS + 1)
        failed, said = total_failed(many)
        assert failed == len(many) and "runs once more" not in said, said
    return 0


if __name__ == "__main__":
    sys.exit(main())
