"""The proxies: the machine's own, or Debian's, unpacked without being installed, since an installed one would start to serve."""
import os
import pathlib
import shutil
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "build" / "proxies"
PACKAGES = {"nginx": ["nginx"], "haproxy": ["haproxy", "liblua5.3-0", "libopentracing-c-wrapper0", "libopentracing1"]}
DOWNLOAD_SECONDS = 60


def unpacked(name):
    """The folder with the program and its libraries, or None when it cannot be fetched."""
    folder = FOLDER / name
    if folder.exists():
        return folder
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=FOLDER) as work:
        try:
            subprocess.run(["apt-get", "download", *PACKAGES[name]], cwd=work, check=True, timeout=DOWNLOAD_SECONDS,
                           stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            for package in pathlib.Path(work).glob("*.deb"):
                subprocess.run(["dpkg", "-x", str(package), str(pathlib.Path(work) / "root")], check=True)
        except (OSError, subprocess.SubprocessError):
            return None
        (pathlib.Path(work) / "root").rename(folder)
    return folder


def program(name):
    """(command, environment) of the proxy, or None."""
    installed = shutil.which(name, path=f"/usr/sbin:{os.environ.get('PATH', '')}")
    if installed:
        return installed, dict(os.environ)
    folder = unpacked(name)
    if folder is None:
        return None
    libraries = sorted({str(path.parent) for path in folder.rglob("*.so*")})
    return str(folder / "usr" / "sbin" / name), dict(os.environ, LD_LIBRARY_PATH=":".join(libraries))
