"""Runs the suites of suites.py in order, those that mostly wait two at a time, and adds up their cases.

Each suite is a command. Its cases are counted from its own closing lines (GoogleTest's, or
"N passed, N failed"); a suite that fails, or runs nothing, without saying so counts as one failure.
"""
import argparse
import concurrent.futures
import itertools
import os
import pathlib
import re
import subprocess
import sys
import time

from suites import SUITES

ROOT = pathlib.Path(__file__).resolve().parent.parent
GTEST = re.compile(r"^\[ +(PASSED|FAILED|SKIPPED) +\] (\d+) tests?[.,]", re.M)
PLAIN = re.compile(r"^(?:\w+: )?(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$", re.M)
SUITES_AT_ONCE = 2


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


def run(suite, arguments):
    environment = dict(os.environ, **suite.environment)
    if arguments.long:
        environment["VEDETTE_TEST_LONG"] = "1"
    else:
        # What guards main tells what a change broke; what chance finds is for the long form.
        environment.setdefault("VEDETTE_TEST_SEED", "1")
    started = time.monotonic()
    command = suite.fast_command if arguments.fast and suite.fast_command else suite.command
    process = subprocess.run(command, shell=True, cwd=ROOT, env=environment, text=True, errors="replace",
                             stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    passed, failed, skipped = (count(process.stdout, process.returncode) if suite.counts
                               else (int(process.returncode == 0), int(process.returncode != 0), 0))
    seconds = time.monotonic() - started
    word = "ok  " if failed == 0 else "FAIL"
    lines = [f"{word} {suite.name:24} {passed:6} passed {failed:4} failed {skipped:4} skipped {seconds:7.1f} s"]
    if failed or arguments.verbose:
        lines.append(process.stdout)
    else:
        lines += ["     " + line for line in process.stdout.splitlines() if line.startswith(("skipped: ", "figure: "))]
    print("\n".join(lines) + "\n", end="", flush=True)  # in one piece, beside another suite's
    return passed, failed, skipped


def run_in_turn(suites, arguments):
    """Stops after a build that failed."""
    results = []
    for suite in suites:
        results.append(run(suite, arguments))
        if results[-1][1] and suite.name.startswith("build/"):
            break
    return results


def run_beside(suites, arguments):
    """Two at a time, a suite and its canary one after the other, the longest first so that none is left over at the end."""
    chains = [list(chain) for _, chain in itertools.groupby(suites, key=lambda suite: suite.subject)]
    chains.sort(key=lambda chain: -sum(suite.seconds for suite in chain))
    with concurrent.futures.ThreadPoolExecutor(SUITES_AT_ONCE) as pool:
        return [result for results in pool.map(lambda chain: run_in_turn(chain, arguments), chains) for result in results]


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

    totals = [0, 0, 0]
    # In a hurry everything that was built runs beside something else.
    for together, group in itertools.groupby(chosen, key=lambda suite: suite.beside or (arguments.fast and suite.counts)):
        group = list(group)
        results = run_beside(group, arguments) if together else run_in_turn(group, arguments)
        totals = [total + sum(more) for total, more in zip(totals, zip(*results))]
        if results[-1][1] and group[len(results) - 1].name.startswith("build/"):
            print(f"{group[len(results) - 1].name} failed: what would run on it is left out")
            break
    print(f"{totals[0]} passed, {totals[1]} failed, {totals[2]} skipped")
    return 1 if totals[1] or not totals[0] else 0


if __name__ == "__main__":
    sys.exit(main())
