"""Runs every fuzz target for a short time on its kept inputs and new ones made from them.

  tests/fuzz/run_fuzz.py [--seconds N] [--seed N] [--canary] [NAME...]

A finding is written to the root of the project; keep it under fuzz/corpus/NAME/ with its fix. Prints "N passed, N failed".
--canary proves that the run can fail: a target that reads beyond its input is built and run.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from harness import ROOT, chosen_seed  # noqa: E402

BINARIES = pathlib.Path(os.environ.get("VEDETTE_TEST_FUZZ", ROOT / "build" / "asan" / "fuzz"))
SHORT_SECONDS, LONG_SECONDS = 4, 60
LIMITS = ["-rss_limit_mb=2048", "-timeout=30", "-max_len=65536"]


CANARY = """#include <cstddef>
#include <cstdint>
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return size > 2 && data[0] == 'V' && data[1] == 'E' && data[size] == 'D';  // one too far
}
"""


class Used:
    """What a run of one target took: inputs that were tried, and seconds of CPU, of which a busy machine gives fewer than of the clock."""

    inputs, cpu = 0, 0.0


def run(binary, seconds, seed, used):
    """None, or what went wrong."""
    kept = ROOT / "fuzz" / "corpus" / binary.name
    with tempfile.TemporaryDirectory() as fresh:
        folders = [fresh] + ([str(kept)] if kept.is_dir() else [])
        with tempfile.TemporaryFile("w+", errors="replace") as said:
            process = subprocess.Popen([str(binary), f"-max_total_time={seconds}", f"-seed={seed}", "-print_final_stats=1", *LIMITS, *folders],
                                       cwd=fresh, stdout=subprocess.DEVNULL, stderr=said)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            said.seek(0)
            words = said.read()
        executed = re.findall(r"#(\d+)", words)
        used.inputs = max((int(number) for number in re.findall(r"number_of_executed_units: *(\d+)", words)), default=0)
        used.cpu = usage.ru_utime + usage.ru_stime
        if process.returncode != 0:
            for finding in pathlib.Path(fresh).glob("*-*"):
                if finding.name.startswith(("crash-", "oom-", "timeout-", "leak-")) and binary.parent == BINARIES:
                    (ROOT / finding.name).write_bytes(finding.read_bytes())
            return words[-3000:]
        return None if executed else "it executed nothing"


def run_canary(seconds, seed):
    with tempfile.TemporaryDirectory() as folder:
        binary = pathlib.Path(folder) / "canary"
        subprocess.run(["clang++-19", "-g1", "-O1", "-fsanitize=fuzzer,address", "-x", "c++", "-", "-o", str(binary)],
                       input=CANARY, text=True, check=True)
        found = "heap-buffer-overflow" in (run(binary, seconds, seed, Used()) or "")
    print(f"{int(found)} passed, {int(not found)} failed")
    return 0 if found else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    long = os.environ.get("VEDETTE_TEST_LONG")
    parser.add_argument("--seconds", type=int, default=LONG_SECONDS if long else SHORT_SECONDS)
    parser.add_argument("--seed", type=int, default=chosen_seed())
    parser.add_argument("--canary", action="store_true")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    if arguments.canary:
        return run_canary(60, arguments.seed)  # it ends with the finding
    targets = sorted(path.stem for path in (ROOT / "fuzz").glob("*_fuzz.cc"))
    chosen = [name for name in targets if not arguments.names or any(word in name for word in arguments.names)]
    print(f"seed {arguments.seed}, {arguments.seconds} s each")
    failed = 0
    used = {name: Used() for name in chosen}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, problem in zip(chosen, pool.map(lambda name: run(BINARIES / name, arguments.seconds, arguments.seed, used[name]), chosen)):
            print(f"{name}: {used[name].inputs} inputs, {used[name].cpu:.0f} s of CPU")
            if problem:
                failed += 1
                print(f"FAIL {name}\n{problem}")
    print(f"figure: {len(chosen)} targets, {sum(each.inputs for each in used.values())} inputs, {sum(each.cpu for each in used.values()) / 60:.1f} minutes of CPU")
    print(f"{len(chosen) - failed} passed, {failed} failed")
    return 1 if failed or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
