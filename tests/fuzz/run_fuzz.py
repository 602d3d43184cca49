"""Runs every fuzz target for a short time on its kept inputs and new ones made from them.

  tests/fuzz/run_fuzz.py [--seconds N] [--seed N] [--canary | --grown] [NAME...]

A finding is written to the root of the project; keep it under fuzz/corpus/NAME/ with its fix. Prints "N passed, N failed".
--grown asks instead how long an input of 64 KiB takes: kept inputs and single signs, repeated. Under the sanitizers, a small multiple of what
the program needs.
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
SHORT_SECONDS, LONG_SECONDS = 2, 60
LIMITS = ["-rss_limit_mb=2048", "-timeout=30", "-max_len=65536"]


CANARY = """#include <cstddef>
#include <cstdint>
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return size > 2 && data[0] == 'V' && data[1] == 'E' && data[size] == 'D';  // one too far
}
"""


def all_targets():
    """The name of every target; an error when kept inputs belong to none of them."""
    folder = ROOT / "fuzz"
    names = {path.stem for path in folder.glob("*_fuzz.cc")} - {"list_fuzz"}
    names |= set(re.findall(r'^    \{"(list_\w+_fuzz)", ', (folder / "list_fuzz.cc").read_text(encoding="utf-8"), re.M))
    forgotten = {path.name for path in (folder / "corpus").iterdir()} - names
    if forgotten:
        sys.exit(f"inputs are kept for targets that are not there: {', '.join(sorted(forgotten))}")
    return sorted(names)


GROWN_BYTES = 65536
SIGNS = [b"a", b"a b ", b"\n", b",", b";", b'"', b"[", b"<a>", b'{"a":', b"&amp;", b"%41", "Mohammed al-Sheikh \u041f\u0443\u0442\u0438\u043d \u666e\u4eac LLC, ".encode()]


def grown_inputs(name):
    """Inputs of 64 KiB: a kept one, or the middle of it, again and again."""
    kept = sorted((ROOT / "fuzz" / "corpus" / name).glob("*"), key=lambda path: -path.stat().st_size)[:4]
    for piece in [path.read_bytes() for path in kept if path.stat().st_size] + SIGNS:
        yield (piece * (GROWN_BYTES // len(piece) + 1))[:GROWN_BYTES]
        third = len(piece) // 3
        if third > 10:
            middle = piece[third:2 * third]
            yield piece[:third] + middle * ((GROWN_BYTES - 2 * third) // third) + piece[2 * third:]


def run_grown(name):
    """The milliseconds of the slowest, of three tries the best, or None when it failed; what it said."""
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for number, data in enumerate(grown_inputs(name)):
            paths.append(str(pathlib.Path(folder) / str(number)))
            pathlib.Path(paths[-1]).write_bytes(data)
        # The first of all only warms up: tables are read then.
        done = subprocess.run([str(BINARIES / name), *LIMITS, paths[0], *(path for path in paths for _ in range(3))],
                              cwd=folder, capture_output=True, text=True, errors="replace")
    best = {}
    for path, millis in re.findall(r"Executed (\S+) in (\d+) ms", done.stderr):
        best[path] = min(int(millis), best.get(path, int(millis)))
    return (max(best.values()) if done.returncode == 0 and best else None), done.stderr


def grow(names):
    failed = 0
    for name in names:
        millis, said = run_grown(name)
        print(f"figure: {name}: the slowest of its inputs of 64 KiB took {millis} ms" if millis is not None else f"FAIL {name}\n{said[-3000:]}", flush=True)
        failed += millis is None
    print(f"{len(names) - failed} passed, {failed} failed")
    return 1 if failed or not names else 0


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
    parser.add_argument("--grown", action="store_true")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    if arguments.canary:
        return run_canary(60, arguments.seed)  # it ends with the finding
    chosen = [name for name in all_targets() if not arguments.names or any(word in name for word in arguments.names)]
    if arguments.grown:
        return grow(chosen)
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
