"""Commands and packages of the operating system."""

import datetime
import functools
import os
import platform
import shutil
import subprocess


class Unavailable(Exception):
    """The reason why a program cannot be installed."""


def output(*command, folder=None):
    """Runs a command that asks no questions, and returns its standard output."""
    try:
        done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    except FileNotFoundError:
        raise Unavailable(f"`{command[0]}` is not installed") from None
    if done.returncode:
        raise Unavailable(f"`{os.path.basename(command[0])}`: {first_error(done.stderr)}")
    return done.stdout.strip()


def first_error(messages):
    """Returns the first line that names an error, or else the last line."""
    lines = messages.strip().splitlines() or ["no message"]
    return next((line for line in lines if "error" in line.lower()), lines[-1]).strip()


def install_debian_packages(*packages):
    """Installs packages where apt-get exists. On other systems, the user has to install the libraries."""
    if shutil.which("apt-get") and not all(map(is_installed, packages)):
        update_package_lists()
        output(*apt_get(), "install", "-y", "--no-install-recommends", *packages)


def is_installed(package):
    try:
        return output("dpkg-query", "-W", "-f", "${db:Status-Status}", package) == "installed"
    except Unavailable:
        return False


@functools.cache
def update_package_lists():
    output(*apt_get(), "update")


def apt_get():
    as_root = [] if os.geteuid() == 0 else ["sudo"]
    # sudo would drop the variable, so `env` sets it after sudo.
    return [*as_root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"]


def version(*command):
    """Returns the first word that a command prints and that is a version."""
    words = output(*command).replace('"', " ").split()
    return next((word for word in words if word[0].isdigit()), "of unknown version")


def description():
    """Describes this machine and today's date."""
    today = datetime.date.today()
    return f"{today.day} {today:%B %Y}, {core_count()} cores, {processor()}, {system_name()}"


def core_count():
    """Returns the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()


def processor():
    try:
        with open("/proc/cpuinfo") as file:
            return next(line.split(":")[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def system_name():
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, AttributeError):
        return platform.platform(terse=True)
