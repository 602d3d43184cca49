"""The suites that script/test runs, in order: cheap and telling ones first."""
import dataclasses
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent


@dataclasses.dataclass(frozen=True)
class Suite:
    name: str
    command: str
    fast: bool = True      # part of script/test --fast
    counts: bool = True    # the command prints its own count of cases
    fast_command: str = ""  # what script/test --fast runs instead, when it is not the same
    environment: dict = dataclasses.field(default_factory=dict)
    needs: str = ""        # the build that it runs on, when that runs behind
    behind: bool = False   # may run behind everything that follows: a build that only later suites need
    alone: bool = False    # prints figures of time: nothing runs behind meanwhile
    beside: bool = False   # may run at the same time as its neighbours: it waits more than it works, or on one core
    seconds: int = 0       # about, when it is long: of neighbours that run at the same time the longest begin first

    @property
    def subject(self):
        """A suite and its canary share what they build, so that one follows the other."""
        return self.name.split("'")[0]


def layers_with_tests():
    rows = (ROOT / "src" / "LAYERS").read_text().splitlines()
    folders = [folder for row in rows if row and not row.startswith("#") and ":" not in row for folder in row.split()]
    return [folder for folder in folders if any((ROOT / "src" / folder).rglob("*_test.cc"))]


def check(name, command, fast=True, behind=False):
    return Suite("check/" + name, command, fast=fast, counts=False, behind=behind)


def sanitizer_build(preset, layers, more_targets=()):
    """Begins when the release build is there, behind what runs on that."""
    targets = [*(layer + "_test" for layer in layers), *more_targets]
    return Suite(f"build/{preset}", f"script/build {preset} --target " + " ".join(targets), fast=False, counts=False, behind=True)


def unit_tests(preset, layers, fast=False, environment=None, without=""):
    suites = []
    needs = "" if preset == "release" else f"build/{preset}"
    for layer in layers:
        command = f"build/{preset}/src/{layer}_test --gtest_brief=1" + (f" --gtest_filter=-{without}" if without else "")
        suites.append(Suite(f"{preset}/{layer}", command, fast=fast, environment=environment or {}, needs=needs, beside=True,
                            seconds=LONG_LAYERS.get(layer, 0), fast_command=command + " --gtest_filter=-*PostgreSQL*:RealNames.*:IdentifiersOfLists.*"))
    return suites


def harness(name, path, canary="--canary", beside=True, alone=False, seconds=0, needs=""):
    """A run that tries to break a promise (docs/promises.md), and its canary, which must find a deliberate fault."""
    return [Suite(name, f"/usr/bin/python3 {path}", fast=False, beside=beside, alone=alone, seconds=seconds, needs=needs),
            Suite(name + "' canary", f"/usr/bin/python3 {path} {canary}", fast=False, beside=beside, alone=alone, needs=needs)]


LAYERS = layers_with_tests()
LAYERS_WITH_THREADS = [layer for layer in LAYERS if layer in ("base", "catalogue", "ledger", "service", "http", "api")]
LONG_LAYERS = {"service": 170, "search": 160, "ledger": 120, "names": 80, "lists": 40, "catalogue": 30}
# Under a sanitizer the random lives of monitored records and random questions are for the memory and the threads, not for the rules.
SHORT_LIVES = {"VEDETTE_MODEL_STEPS": "150", "VEDETTE_TEST_SHARE": "16"}

SUITES = [
    check("layers", "script/check-layers"),
    check("format", "script/format --check"),
    check("tables", "script/check-tables"),
    check("terms", "script/check-terms"),
    check("pages", "/usr/bin/python3 tests/docs/check_pages.py"),
    check("pages' canary", "/usr/bin/python3 tests/docs/check_pages.py --canary"),
    check("wrong-tables", "/usr/bin/python3 tests/check_tables_test.py"),
    check("audit actions", "/usr/bin/python3 tests/audit_actions_test.py"),
    check("source rules", "/usr/bin/python3 tests/source_rules_test.py"),
    check("second runs", "/usr/bin/python3 tests/second_run_test.py"),
    check("making a release", "/usr/bin/python3 tests/release_test.py"),
    Suite("demo list", "/usr/bin/python3 tests/demo_list_test.py"),
    Suite("build/release", "script/build release", counts=False),
    check("console", "script/build-console --check", fast=False, behind=True),
    check("benches", "script/check-benches", fast=False, behind=True),
    sanitizer_build("asan", LAYERS, more_targets=["fuzz_targets"]),
    sanitizer_build("tsan", LAYERS_WITH_THREADS),
    # The longest first: the unit tests run beside it.
    Suite("api", "/usr/bin/python3 tests/api/run_cases.py", beside=True, seconds=200,
          fast_command="/usr/bin/python3 tests/api/run_cases.py --store sqlite"),
    Suite("api's canary", "/usr/bin/python3 tests/api/run_cases.py --canary --store sqlite", fast=False, beside=True),
    *unit_tests("release", LAYERS, fast=True),
    Suite("goldens", "/usr/bin/python3 tests/goldens/run_goldens.py", beside=True),
    Suite("goldens' canary", "/usr/bin/python3 tests/goldens/run_goldens.py --canary", fast=False, beside=True),
    *harness("hardening", "tests/hardening/run_hardening.py"),
    Suite("process", "/usr/bin/python3 tests/process/run_process.py", fast=False),
    Suite("screening/accuracy", "/usr/bin/python3 tests/screening/run_screening.py accuracy", fast=False, beside=True),
    Suite("screening/shapes", "/usr/bin/python3 tests/screening/run_screening.py shapes", fast=False, beside=True),
    *harness("roles", "tests/roles/run_roles.py"),
    Suite("tenants", "/usr/bin/python3 tests/tenants/run_tenants.py", fast=False, beside=True),
    Suite("tenants' canary", "/usr/bin/python3 tests/tenants/run_tenants.py --canary --store sqlite", fast=False, beside=True),
    Suite("monitoring", "/usr/bin/python3 tests/monitoring/run_monitoring.py", fast=False, beside=True, seconds=40),
    Suite("metrics", "/usr/bin/python3 tests/metrics/run_metrics.py", fast=False, beside=True),
    Suite("webhooks", "/usr/bin/python3 tests/webhooks/run_webhooks.py", fast=False, beside=True),
    Suite("secrets", "/usr/bin/python3 tests/secrets/run_secrets.py", fast=False, beside=True),
    Suite("secrets' canary", "/usr/bin/python3 tests/secrets/run_secrets.py --canary --store sqlite", fast=False, beside=True),
    Suite("console", "/usr/bin/python3 tests/console/run_console.py", fast=False, beside=True, seconds=160),
    Suite("killed import", "/usr/bin/python3 tests/killed_import/run_killed_import.py", fast=False, beside=True, seconds=100),
    Suite("killed import's canary", "/usr/bin/python3 tests/killed_import/run_killed_import.py --canary", fast=False, beside=True),
    *harness("kills", "tests/kills/run_kills.py", canary="--canary --store sqlite --kills 1"),
    *harness("lost database", "tests/lost_database/run_lost_database.py"),
    *harness("nodes", "tests/nodes/run_nodes.py", seconds=75),
    *harness("power cuts", "tests/power_cut/run_power_cut.py"),
    *harness("faults", "tests/faults/run_faults.py", seconds=60),
    *harness("full disk", "tests/full_disk/run_full_disk.py"),
    *harness("leftovers", "tests/leftovers/run_leftovers.py"),
    *harness("audit", "tests/audit/run_audit.py"),
    *harness("case file", "tests/case_file/run_case_file.py"),
    *harness("tampering", "tests/audit/run_tampering.py"),
    *harness("anchors", "tests/audit/run_anchors.py"),
    *harness("backup", "tests/backup/run_backup.py"),
    *harness("clocks", "tests/clocks/run_clocks.py"),
    Suite("ownership", "/usr/bin/python3 tests/ownership/run_ownership.py", fast=False, beside=True),
    *harness("limits", "tests/limits/run_limits.py"),
    *harness("requests", "tests/requests/run_requests.py"),
    *harness("guards", "tests/guards/run_guards.py"),
    *harness("slow clients", "tests/slow_clients/run_slow_clients.py"),
    *harness("proxies", "tests/proxies/run_proxies.py"),
    Suite("fetching lists", "/usr/bin/python3 tests/fetch/run_fetch.py", fast=False, beside=True),
    *harness("guessing", "tests/guessing/run_guessing.py", beside=False, alone=True),
    *harness("sign-in flood", "tests/sign_in_flood/run_sign_in_flood.py", beside=False, alone=True),
    *harness("load", "tests/load/run_load.py", beside=False, alone=True),
    Suite("clients", "/usr/bin/python3 tests/clients/run_clients.py", fast=False),
    Suite("own clients", "/usr/bin/python3 tests/clients/run_own_clients.py", fast=False),
    *harness("validation", "tests/validation/run_validation.py"),
    Suite("commands", "/usr/bin/python3 tests/commands/run_commands.py", fast=False),
    Suite("package", "/usr/bin/python3 tests/package/run_package.py", fast=False),
    Suite("tarball", "/usr/bin/python3 tests/package/run_tarball.py", fast=False),
    Suite("docs", "/usr/bin/python3 tests/docs/run_docs.py", fast=False),
    *unit_tests("asan", LAYERS, environment={"ASAN_OPTIONS": "strict_string_checks=1:detect_stack_use_after_return=1",
                                          "LSAN_OPTIONS": f"suppressions={ROOT}/tests/leaks.supp:print_suppressions=0", **SHORT_LIVES}),
    *harness("fuzz", "tests/fuzz/run_fuzz.py", beside=False, needs="build/asan"),
    # Damaged files are read by one thread: they are for the other sanitizers.
    *unit_tests("tsan", LAYERS_WITH_THREADS, without="Damage.*", environment={"TSAN_OPTIONS": "halt_on_error=1", **SHORT_LIVES}),
]
