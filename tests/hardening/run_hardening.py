"""What the compiler put into the release binary against exploits. Prints "N passed, N failed, N skipped" at the end.

    run_hardening.py            the release binary
    run_hardening.py --canary   a program that is compiled without any of it, which every check must find
"""
import argparse
import pathlib
import platform
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from harness import BINARY  # noqa: E402

BARE = ["-O0", "-fno-stack-protector", "-fcf-protection=none", "-no-pie", "-U_FORTIFY_SOURCE", "-Wl,-z,norelro", "-Wl,-z,lazy", "-Wl,-z,execstack"]


def tell(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=True).stdout


def imports(binary):
    return tell("nm", "--dynamic", "--undefined-only", binary)


def first_instructions(binary, function):
    """The beginning of a function as text, in the assembler's words."""
    said = tell("objdump", "--disassemble=" + function, "--no-show-raw-insn", binary)
    return " ".join(line.split("\t")[-1] for line in said.splitlines() if re.match(r"^\s*[0-9a-f]+:", line))[:400]


def marks_of(machine):
    """What a function begins with where indirect jumps and returns are guarded."""
    return {"x86_64": r"^endbr64", "aarch64": r"^(bti c|paciasp|hint)"}.get(machine)


def checks(binary):
    """(what is promised, whether it is there); None where this machine has no such thing."""
    program, dynamic, names = tell("readelf", "-lW", binary), tell("readelf", "-dW", binary), imports(binary)
    head = tell("readelf", "-hW", binary)
    stack = re.search(r"GNU_STACK.*", program)
    mark = marks_of(platform.machine())
    yield "the program may lie anywhere in memory (PIE)", "DYN" in head
    yield "tables of addresses are read-only after the start (RELRO, BIND_NOW)", "GNU_RELRO" in program and ("BIND_NOW" in dynamic or "NOW" in dynamic)
    yield "the stack is not executable", stack is not None and not re.search(r"RWE|\bE\b", stack.group(0))
    yield "a function whose buffer overflows ends the process", "__stack_chk_fail" in names
    yield "copies are checked against the size of their target (FORTIFY)", len(re.findall(r"__\w+_chk\b", names.replace("__stack_chk_fail", ""))) >= 3
    yield "an index beyond a container ends the process (_GLIBCXX_ASSERTIONS)", "__glibcxx_assert_fail" in names
    yield "indirect jumps and returns land on marks (CET, BTI, PAC)", None if mark is None else bool(re.match(mark, first_instructions(binary, "main")))


def bare_program(folder):
    source = pathlib.Path(folder, "bare.cc")
    source.write_text("#include <cstring>\nint main(int count, char** words) { char kept[8]; std::strcpy(kept, words[0]); return kept[count]; }\n")
    program = source.with_suffix("")
    flags = BARE if platform.machine() == "x86_64" else [flag for flag in BARE if "cf-protection" not in flag]
    subprocess.run(["g++", *flags, "-o", program, source], check=True)
    return program


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--canary", action="store_true")
    canary = parser.parse_args().canary
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    with tempfile.TemporaryDirectory() as folder:
        for title, there in checks(bare_program(folder) if canary else BINARY):
            if there is None:
                counts["skipped"] += 1
                print(f"skipped: {title}: not known for {platform.machine()}")
                continue
            right = there != canary
            counts["passed" if right else "failed"] += 1
            if not right:
                print(f"FAIL {title}: {'found in a program without it' if canary else 'not in ' + BINARY.name}")
    print("{passed} passed, {failed} failed, {skipped} skipped".format(**counts))
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
