"""Installs and compiles the programs that read the dumps."""

import os
import re
import shutil
from dataclasses import dataclass

from system import install_debian_packages, output, version

sources = os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs")


@dataclass
class Program:
    """A program that reads a dump once, and prints sums over its values: `COMMAND WORKLOAD FILE`."""

    command: list
    version: str
    # The options with which the program prints all sums.
    checking_options: tuple = ()
    sums: tuple = ("records", "integers", "reals", "text_bytes")


@dataclass
class Installer:
    """Installs programs in a folder. Each function throws `Unavailable` if a program cannot be installed."""

    folder: str
    read_dump: str

    def swift(self, contender):
        swift = version("swift", "--version")
        return Program([self.read_dump, contender], f"Swift {swift}")

    def libyajl(self):
        libyajl = version("pkg-config", "--modversion", "yajl")
        return Program([self.read_dump, "libyajl"], f"libyajl {libyajl}", sums=("keys",))

    def python(self, package):
        environment = f"{self.folder}/venv"
        python = f"{environment}/bin/python"
        if not os.path.exists(f"{environment}/bin/pip"):
            install_debian_packages("python3-venv")
            output("python3", "-m", "venv", environment)
        output(python, "-m", "pip", "install", "--quiet", package)
        installed = output(python, "-c", f"import importlib.metadata as m; print(m.version('{package}'))")
        return Program([python, f"{sources}/python/with_{package}.py"], f"{package} {installed}", ("--sums",))

    def ijson(self):
        program = self.python("ijson")
        backend = output(program.command[0], "-c", "import ijson; print(ijson.backend)")
        program.version += f" with its backend {backend}"
        return program

    def simdjson(self):
        install_debian_packages("g++", "pkg-config", "libsimdjson-dev")
        executable = f"{self.folder}/simdjson"
        flags = output("pkg-config", "--cflags", "--libs", "simdjson").split()
        # The templates of On-Demand use the processor's instructions only if the compiler may.
        output("c++", "-std=c++17", "-O3", "-march=native", "-o", executable, f"{sources}/simdjson.cpp", *flags)
        simdjson = version("pkg-config", "--modversion", "simdjson")
        return Program([executable], f"simdjson {simdjson} with C++ {version('c++', '-dumpfullversion', '-dumpversion')}")

    def serde_json(self):
        compiler = [] if shutil.which("cargo") else ["cargo", "rustc"]
        install_debian_packages("librust-serde-dev", "librust-serde-derive-dev", "librust-serde-json-dev", *compiler)
        project = f"{sources}/serde"
        target = f"{self.folder}/serde"
        output("cargo", "build", "--quiet", "--release", "--offline", "--target-dir", target, folder=project)
        serde_json = re.split("[@:]", output("cargo", "pkgid", "--offline", "serde_json", folder=project))[-1]
        rust = version("rustc", "--version")
        return Program([f"{target}/release/serde-dump"], f"serde_json {serde_json} with Rust {rust}")

    def jackson(self):
        compiler = [] if shutil.which("javac") else ["default-jdk-headless"]
        install_debian_packages("libjackson2-databind-java", *compiler)
        parts = ["core", "databind", "annotations"]
        libraries = ":".join(f"/usr/share/java/jackson-{part}.jar" for part in parts)
        classes = f"{self.folder}/jackson"
        output("javac", "-cp", libraries, "-d", classes, f"{sources}/Jackson.java")
        jackson = output("dpkg-query", "-W", "-f", "${source:Upstream-Version}", "libjackson2-databind-java")
        java = version("javac", "--version")
        return Program(
            ["java", "-cp", f"{libraries}:{classes}", "Jackson"], f"Jackson {jackson} with Java {java}")
