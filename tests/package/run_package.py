"""The Debian package and the other ways to run the service: what is in them, and that every setting, path
and command they name exists. Prints "N passed, N failed, N skipped" at the end.

Installing and starting the package needs a root of its own: `run_package.py --install ROOT`, as root, with a
fresh `debootstrap --variant=minbase bookworm ROOT`.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import yaml

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from harness import BINARY, ROOT, clean_environment  # noqa: E402

PACKAGING = ROOT / "packaging"
VERSION = re.search(r"project\(vedette VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
# systemd's figure for the unit, of 100: above this it has lost one of its locks.
MOST_EXPOSED = 20
counts = {"passed": 0, "failed": 0, "skipped": 0}


def check(title, condition, detail=""):
    counts["passed" if condition else "failed"] += 1
    if not condition:
        print(f"FAIL {title}: {detail}")


def skip(title, why):
    counts["skipped"] += 1
    print(f"skipped: {title}: {why}")


def run(*command, **more):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, **more)


def vedette(*words, environment=None):
    return run(BINARY, *words, env={**clean_environment(), **(environment or {})})


def settings():
    return {each["environment"]: each for each in json.loads(vedette("settings", "--json", "--data", "none").stdout)["settings"]}


def toml_is_valid(text):
    """Whether the program takes a settings file; the complaint when not."""
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
        file.write(text)
        file.flush()
        done = vedette("settings", "--config", file.name)
    return done.returncode == 0, done.stderr


def build_package(folder):
    """The package, compressed the quick way."""
    built = run("cmake", "--build", "--preset", "release", "--target", "package_pages", cwd=ROOT)
    if built.returncode != 0:
        return None, built.stdout + built.stderr
    packed = run("cpack", "-B", folder, "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=gzip", cwd=ROOT / "build" / "release")
    return next(iter(folder.glob("*.deb")), None), packed.stdout + packed.stderr


def package_checks(package, folder):
    fields = dict(line.split(": ", 1) for line in run("dpkg-deb", "-f", package).stdout.splitlines() if ": " in line)
    check("the package has the project's name and version", (fields["Package"], fields["Version"]) == ("vedette", VERSION), fields)
    # From Debian 13 on some of them have the time of 64 bits in their names.
    for library in ("libssl3", "libsqlite3-0", "libpq5", "libsodium23", "libstdc++6", "adduser", "ca-certificates"):
        check(f"it depends on {library}", re.search(rf"(^|, ){re.escape(library)}(t64)?( |,|$)", fields["Depends"]), fields["Depends"])
    listed = {line.split()[5].lstrip("."): line.split()[0] for line in run("dpkg-deb", "-c", package).stdout.splitlines()}
    for path in ("/usr/bin/vedette", "/lib/systemd/system/vedette.service", "/etc/vedette/vedette.toml", "/usr/share/man/man1/vedette.1.gz",
                 "/usr/share/doc/vedette/copyright", "/usr/share/doc/vedette/docs/operations.md", "/usr/share/doc/vedette/demo/vedette-demo-2026-01.jsonl"):
        check(f"it has {path}", path in listed, sorted(listed))
    check("and nothing elsewhere", not [path for path in listed if path.startswith(("/usr/local", "/opt", "/var", "/home"))], sorted(listed))
    check("nothing that others may write", not [path for path, mode in listed.items() if mode[8] == "w"], listed)
    run("dpkg-deb", "-e", package, folder / "control")
    check("the settings survive an upgrade", "/etc/vedette/vedette.toml" in (folder / "control" / "conffiles").read_text().split())
    for script in ("postinst", "prerm", "postrm"):
        done = run("sh", "-n", folder / "control" / script)
        check(f"{script} is a shell script", done.returncode == 0 and os.access(folder / "control" / script, os.X_OK), done.stderr)
    run("dpkg-deb", "-x", package, folder / "files")
    done = run(folder / "files" / "usr" / "bin" / "vedette", "--version")
    check("the packed program runs", done.stdout.strip() == f"vedette {VERSION}", done.stdout + done.stderr)


def unit_checks():
    text = (PACKAGING / "deb" / "vedette.service").read_text()
    check("the unit is not root's", "User=vedette" in text and "NoNewPrivileges=yes" in text)
    shared = re.search(r'(?m)^shared_directory = "(.+?)"', (ROOT / "docs" / "scaling.md").read_text()).group(1)
    check("the unit may write to the shared directory that the documents name", f"ReadWritePaths=-{shared}\n" in text, shared)
    if not shutil.which("systemd-analyze"):
        skip("how exposed the unit is", "systemd-analyze is not installed")
        return
    with tempfile.TemporaryDirectory() as folder:  # verify wants the program to be where the unit says
        unit = pathlib.Path(folder) / "vedette.service"
        unit.write_text(text.replace("/usr/bin/vedette", str(BINARY)))
        done = run("systemd-analyze", "verify", "--man=no", unit)
        complaints = [line for line in done.stderr.splitlines() if "vedette.service" in line]
        check("systemd knows every line of the unit", not complaints, complaints)
    done = run("systemd-analyze", "security", "--offline=true", "--no-pager", f"--threshold={MOST_EXPOSED}", PACKAGING / "deb" / "vedette.service")
    if "Overall exposure" not in done.stdout:
        skip("how exposed the unit is", "systemd-analyze cannot tell here")
        return
    check("systemd calls the unit's exposure small", done.returncode == 0, done.stdout[-300:] + done.stderr)


def settings_checks():
    text = (PACKAGING / "deb" / "vedette.toml").read_text()
    check("the packaged settings are valid", *toml_is_valid(text))
    every = re.sub(r"(?m)^# (?=\w+ = )", "", text)
    check("and so are those that it suggests", every.count(" = ") > text.count("\n") / 4 and toml_is_valid(every)[0], toml_is_valid(every)[1])
    manual = (PACKAGING / "deb" / "vedette.1").read_text()
    commands = set(re.findall(r"^  (\w+) {2,}", vedette("--help").stdout.split("Subcommands:")[-1], re.M))
    named = set(re.findall(r"^\.B[RI]? (\w+)", manual.split(".SH COMMANDS")[1].split(".SH EXIT")[0], re.M))
    check("the manual names commands that exist, the most of them", named <= commands and len(named) >= 10, (named, commands))


def container_checks(known):
    dockerfile = (PACKAGING / "container" / "Dockerfile").read_text()
    stages = dockerfile.split("\nFROM ")  # what stands before the first, and two stages
    check("the image is built in two stages, the last not root's", len(stages) == 3 and re.search(r"(?m)^USER 10001", stages[-1]))
    for source in re.findall(r"(?m)^COPY (?!--from)(\S+) ", dockerfile):
        check(f"the Dockerfile copies {source}, which exists", (ROOT / source).exists())
    compose = yaml.safe_load((PACKAGING / "container" / "compose.yaml").read_text())
    service = compose["services"]["vedette"]
    check("compose builds that Dockerfile", (PACKAGING / "container" / service["build"]["context"] / service["build"]["dockerfile"]).exists())
    check("and mounts all but the data read-only", service["read_only"] is True and service["cap_drop"] == ["ALL"])
    names = set(service["environment"]) | set(re.findall(r"VEDETTE_\w+", dockerfile))
    check("every variable is a setting", names <= set(known), names - set(known))


def kubernetes_checks(known):
    folder = PACKAGING / "kubernetes"
    documents = {file.name: yaml.safe_load(file.read_text()) for file in folder.glob("*.yaml")}
    check("kustomize is told of every manifest", set(documents["kustomization.yaml"]["resources"]) == set(documents) - {"kustomization.yaml"}, documents.keys())
    check("every manifest has kind and version", all(each.get("kind") and each.get("apiVersion") for each in documents.values()))
    pod = documents["statefulset.yaml"]["spec"]["template"]
    container = pod["spec"]["containers"][0]
    check("one server, because each has a catalogue of its own", documents["statefulset.yaml"]["spec"]["replicas"] == 1)
    check("the image has the project's version", container["image"].endswith(":" + VERSION), container["image"])
    names = {each["name"] for each in container["env"]}
    check("every variable is a setting", names <= set(known), names - set(known))
    check("the settings are valid", *toml_is_valid(documents["settings.yaml"]["data"]["vedette.toml"]))
    described = json.loads((ROOT / "docs" / "openapi.json").read_text())["paths"]
    probes = {container[probe]["httpGet"]["path"] for probe in ("startupProbe", "livenessProbe", "readinessProbe")}
    check("the probes ask for paths that exist", probes <= set(described), probes)
    labels = pod["metadata"]["labels"]
    selectors = [documents["service.yaml"]["spec"]["selector"], documents["statefulset.yaml"]["spec"]["selector"]["matchLabels"],
                 documents["network-policy.yaml"]["spec"]["podSelector"]["matchLabels"]]
    check("every selector finds the pod", all(each == labels for each in selectors), selectors)
    volumes = {each["name"] for each in pod["spec"]["volumes"]} | {each["metadata"]["name"] for each in documents["statefulset.yaml"]["spec"]["volumeClaimTemplates"]}
    check("every mount has its volume", {each["name"] for each in container["volumeMounts"]} == volumes, volumes)
    check("not root, read-only, without capabilities", pod["spec"]["securityContext"]["runAsNonRoot"]
          and container["securityContext"]["readOnlyRootFilesystem"] and container["securityContext"]["capabilities"]["drop"] == ["ALL"])


def sbom_checks():
    done = run(ROOT / "script" / "sbom", BINARY)
    components = json.loads(done.stdout)["components"]
    direct = [each for each in components if each["properties"][0]["value"] in ("linked", "compiled in")]
    check("the list of components has the libraries that the program links", len(direct) > 15, done.stderr)
    without = [each["name"] for each in direct if not each.get("licenses")]
    check("each of which has a licence", not without, without)
    check("and the console's packages", any(each["name"] == "react" for each in components))


IN_ROOT = r"""
set -e
apt-get update >/dev/null
apt-get install -y --no-install-recommends curl $HOME/vedette.deb >/dev/null
test "$(stat -c %a:%U /var/lib/vedette)" = 700:vedette
test "$(stat -c %a:%U:%G /etc/vedette/vedette.toml)" = 640:root:vedette
as="setpriv --reuid vedette --regid vedette --init-groups env VEDETTE_LISTEN=127.0.0.1:18793"
$as vedette lists import /usr/share/doc/vedette/demo/vedette-demo-2026-01.jsonl >/dev/null
$as vedette project add ACME --company 'Acme Bank' >/dev/null
$as vedette user add --project ACME --username ana --role admin --generate --json >$HOME/user.json
password=$(sed -n 's/.*"password":"\([^"]*\)".*/\1/p' $HOME/user.json)
$as vedette serve 2>$HOME/serve.log &
server=$!
until grep -q '"message":"serving"' $HOME/serve.log; do kill -0 $server; sleep 0.1; done
curl -sS --fail http://127.0.0.1:18793/ready >/dev/null
curl -sS --fail -u "ana:$password" http://127.0.0.1:18793/svc/3.0/api/token/ACME >$HOME/token.json
token=$(sed -n 's/.*"access_token":"\([^"]*\)".*/\1/p' $HOME/token.json)
curl -sS --fail -H "Authorization: Bearer $token" 'http://127.0.0.1:18793/screening?search_type=individual&name=Barney+Thistlewicke' | grep -q 'Barnaby Aldous Thistlewick'
$as vedette doctor
kill $server
wait $server
apt-get purge -y vedette >/dev/null 2>&1
test -f /var/lib/vedette/ledger.db
test ! -e /usr/bin/vedette && test ! -e /etc/vedette
echo installed, started, asked and removed
"""


def install_checks(package, root):
    shutil.copy(package, root / "root" / "vedette.deb")
    shutil.copy("/etc/resolv.conf", root / "etc" / "resolv.conf")
    done = run("chroot", root, "/usr/bin/env", "-i", "HOME=/root", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND=noninteractive", "bash", "-c", IN_ROOT)
    check("the package is installed, serves and is removed in a clean root", done.returncode == 0 and "and removed" in done.stdout, done.stdout + done.stderr)


def main():
    known = settings()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="vedette-package-"))
    try:
        package, log = build_package(folder)
        check("the package is built", package is not None, log)
        if package:
            package_checks(package, folder)
            if "--install" in sys.argv:
                install_checks(package, pathlib.Path(sys.argv[sys.argv.index("--install") + 1]))
        unit_checks()
        settings_checks()
        container_checks(known)
        kubernetes_checks(known)
        sbom_checks()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(", ".join(f"{number} {word}" for word, number in counts.items()))
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
