"""Runs the suites of suites.py in order, those that mostly wait two at a time, and adds up their cases.

Each suite is a command. Its cases are counted from its own closing lines (GoogleTest's, or
"N passed, N failed"); a suite that fails, or runs nothing, without saying so counts as one failure.
Builds that later suites need run behind the earlier ones, with what those leave of the cores.

A suite that failed beside others is run once more, alone: a busy machine can make a browser late, and
such a suite passes now. It is named as unsteady, to be repaired. What is broken fails both times.
"""
import argparse
import concurrent.futures
import contextlib
import itertools
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import typing

from suites import SUITES, Suite

ROOT = pathlib.Path(__file__).resolve().parent.parent
# What the last run of everything gave, and on which commit: script/release asks for it.
LAST_RUN = ROOT / "build" / "test-run.json"
GTEST = re.compile(r"^\[ +(PASSED|FAILED|SKIPPED) +\] (\d+) tests?[.,]", re.M)
GTEST_FAILURE = re.compile(r"^\S+: Failure$.*?^\[  FAILED  \] .*?$", re.M | re.S)
PLAIN_FAILURE = re.compile(r"^FAIL .*$", re.M)
PLAIN = re.compile(r"^(?:\w+: )?(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$", re.M)
SUITES_AT_ONCE = 2
LEAST_NICE = 19
# More failures than these are no accident of a busy machine.
MOST_SECOND_RUNS = 4


class Result(typing.NamedTuple):
    passed: int
    failed: int
    skipped: int
    suite: Suite


def count(output, exit_code):
    """(passed, failed, skipped) of one suite."""
    passed = failed = skipped = 0
    for word, number in GTEST.findall(output):
        passed += int(number) if word == "PASSED" else 0
        failed += int(number) if word == "FAILED" else 0
        skipped += int(number) if word == "SKIPPED" else 0
    for line in PLAIN.findall(output):
        passed, failed, skipped = passed + int(line[0]), failed + int(line[1]), skipped + int(line[2] or 0)
    if exit_code != 0 and failed == 0:
        failed = 1
    if passed + failed + skipped == 0:
        failed = 1
    return passed, failed, skipped


def what_failed(output):
    """The failures alone, before all that was printed around them, which a reader may be shown only the beginning of."""
    return GTEST_FAILURE.findall(output) + PLAIN_FAILURE.findall(output)


def run(suite, arguments, started=lambda process: None, **options):
    """Runs one suite, prints its line and returns its Result; `started` is given the process, `options` are Popen's."""
    environment = dict(os.environ, **suite.environment)
    if arguments.long:
        environment["VEDETTE_TEST_LONG"] = "1"
    else:
        # What guards main tells what a change broke; what chance finds is for the long form.
        environment.setdefault("VEDETTE_TEST_SEED", "1")
    began = time.monotonic()
    command = suite.fast_command if arguments.fast and suite.fast_command else suite.command
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(command, shell=True, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.STDOUT,
                                   **options)
        started(process)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        output = said.read().decode("utf-8", "replace")
    passed, failed, skipped = (count(output, process.returncode) if suite.counts
                               else (int(process.returncode == 0), int(process.returncode != 0), 0))
    seconds = time.monotonic() - began
    word = "ok  " if failed == 0 else "FAIL"
    lines = [f"{word} {suite.name:24} {passed:6} passed {failed:4} failed {skipped:4} skipped {seconds:7.1f} s {usage.ru_utime + usage.ru_stime:7.1f} s of CPU"]
    if failed:
        lines += what_failed(output) + [f"     all that {suite.name} printed:"]
    if failed or arguments.verbose:
        lines.append(output)
    else:
        lines += ["     " + line for line in output.splitlines() if line.startswith(("skipped: ", "figure: "))]
    print("\n".join(lines) + "\n", end="", flush=True)  # in one piece, beside another suite's
    return Result(passed, failed, skipped, suite)


class Behind:
    """Suites that run one after the other behind all others: they get what those leave of the cores."""

    def __init__(self, arguments):
        self._arguments = arguments
        self._pool = concurrent.futures.ThreadPoolExecutor(1)
        self._results = {}
        self._process = None

    def start(self, suite):
        self._results[suite.name] = self._pool.submit(run, suite, self._arguments, self._step_back, start_new_session=True)

    def _step_back(self, process):
        self._process = process
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PGRP, process.pid, LEAST_NICE)
            # Where the kernel shares the cores among sessions first, being nice counts within one alone.
            pathlib.Path(f"/proc/{process.pid}/autogroup").write_text(str(LEAST_NICE), encoding="ascii")

    def result(self, name):
        """The result of a suite, waited for; None when it was not started."""
        return self._results[name].result() if name in self._results else None

    def results(self):
        return [self.result(name) for name in self._results]

    def _tell(self, number):
        """Sends a signal to the whole session: a build puts each compiler into a group of its own."""
        if self._process is None or self._process.returncode is not None:
            return
        for pid in (int(name) for name in os.listdir("/proc") if name.isdigit()):
            with contextlib.suppress(OSError):
                if os.getsid(pid) == self._process.pid:
                    os.kill(pid, number)

    @contextlib.contextmanager
    def pause(self):
        """For figures of time: nothing runs behind meanwhile."""
        self._tell(signal.SIGSTOP)
        try:
            yield
        finally:
            self._tell(signal.SIGCONT)

    def end(self):
        """Leaves nothing running when the others were broken off."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._tell(signal.SIGTERM)


def run_in_turn(suites, arguments, behind):
    """Stops after a build that failed."""
    results = []
    for suite in suites:
        with behind.pause() if suite.alone else contextlib.nullcontext():
            results.append(run(suite, arguments))
        if results[-1].failed and suite.name.startswith("build/"):
            break
    return results


def run_beside(suites, arguments, behind):
    """Two at a time, a suite and its canary one after the other, the longest first so that none is left over at the end."""
    chains = [list(chain) for _, chain in itertools.groupby(suites, key=lambda suite: suite.subject)]
    chains.sort(key=lambda chain: -sum(suite.seconds for suite in chain))
    with concurrent.futures.ThreadPoolExecutor(SUITES_AT_ONCE) as pool:
        return [result for results in pool.map(lambda chain: run_in_turn(chain, arguments, behind), chains) for result in results]


def run_all(chosen, arguments, behind):
    results, left_out = [], set()
    # In a hurry everything that was built runs beside something else.
    for (together, waits_for), group in itertools.groupby(
            chosen, key=lambda suite: (suite.beside or (arguments.fast and suite.counts), suite.behind or suite.needs)):
        group = list(group)
        if group[0].behind:
            for suite in group:
                behind.start(suite)
            continue
        built = behind.result(waits_for)
        if built and built.failed:
            left_out.add(waits_for)
            continue
        more = run_beside(group, arguments, behind) if together else run_in_turn(group, arguments, behind)
        results += more
        if more[-1].failed and group[len(more) - 1].name.startswith("build/"):
            left_out.add(group[len(more) - 1].name)
            break
    results += behind.results()
    for build in sorted(left_out):
        print(f"{build} failed: what would run on it is left out")
    return results


def run_again(results, arguments):
    """The results after each suite that failed has run once more, alone."""
    failed = [result.suite for result in results if result.failed]
    if not failed or arguments.long or len(failed) > MOST_SECOND_RUNS or any(not suite.counts for suite in failed):
        return results
    second = {}
    for suite in failed:
        print(f"{suite.name} runs once more, alone")
        second[suite.name] = run(suite, arguments)
        if not second[suite.name].failed:
            print(f"unsteady: {suite.name} failed beside others and passed alone")
    return [second.get(result.suite.name, result) for result in results]


def commit_of_tree():
    """The commit whose files these are; empty when files are edited, or without git."""
    def git(*arguments):
        return subprocess.run(["git", "-C", ROOT, *arguments], capture_output=True, text=True, check=True).stdout.strip()
    try:
        return "" if git("status", "--porcelain") else git("rev-parse", "HEAD")
    except (OSError, subprocess.CalledProcessError):
        return ""


def keep_totals(totals, commit):
    LAST_RUN.parent.mkdir(exist_ok=True)
    LAST_RUN.write_text(json.dumps({"commit": commit, "passed": totals[0], "failed": totals[1], "skipped": totals[2]}) + "\n", encoding="ascii")


def main():
    parser = argparse.ArgumentParser(description="Runs the test suites.")
    parser.add_argument("--fast", action="store_true", help="only what fits in a minute")
    parser.add_argument("--long", action="store_true", help="the long form of each harness")
    parser.add_argument("--verbose", action="store_true", help="show the output of every suite")
    parser.add_argument("--list", action="store_true", help="name the suites and stop")
    parser.add_argument("names", nargs="*", help="only suites whose name contains one of these")
    arguments = parser.parse_args()

    chosen = [suite for suite in SUITES
              if (suite.fast or not arguments.fast)
              and (not arguments.names or any(name in suite.name for name in arguments.names))]
    if arguments.list:
        for suite in chosen:
            print(f"{suite.name:24} {suite.command}")
        return 0

    began = time.monotonic()
    commit = commit_of_tree()
    behind = Behind(arguments)
    try:
        results = run_all(chosen, arguments, behind)
    finally:
        behind.end()
    results = run_again(results, arguments)
    totals = [sum(column) for column in zip((0, 0, 0), *(result[:3] for result in results))]
    if chosen == SUITES:
        keep_totals(totals, commit)
    print(f"{(time.monotonic() - began) / 60:.1f} minutes")
    print(f"{totals[0]} passed, {totals[1]} failed, {totals[2]} skipped")
    return 1 if totals[1] or not totals[0] else 0


if __name__ == "__main__":
    sys.exit(main())
