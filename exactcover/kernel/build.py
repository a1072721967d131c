"""Builds the library of kernels: `python -m exactcover.kernel.build`.

Numba compiles each kernel that the lists of signatures name (signatures.py), for a baseline processor rather than this one. From
the optimised code that it has for each, a plain entry point is added, and position-independent objects are made; the C compiler
links these with the C files of library/ into an extension module. Needs numba, a C compiler, and the headers of Python.
"""

from __future__ import annotations

import ctypes
import importlib
import os
import pkgutil
import platform
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from exactcover.kernel import signatures
from exactcover.kernel.library import KERNELS, digest_of_sources

FOLDER = KERNELS / "library"
BASELINE = {"x86_64": "x86-64-v3"}
"""The oldest processors that a library runs on, by architecture; of others, all."""
AT_ONCE = 8


@dataclass(frozen=True)
class Entry:
    """The entry point of a kernel for given types: its name in C, and the kernel, its arguments' types and its result's."""

    symbol: str
    kernel: str
    arguments: str
    result: str


class CannotBuild(Exception):
    """The library cannot be built: something is missing, or a signature is wrong."""


def target() -> Path:
    """Return the path of the library for this version of Python."""
    return FOLDER / f"_kernels{sysconfig.get_config_var('EXT_SUFFIX')}"


def machine() -> str:
    """Return the name of the processor's architecture."""
    return platform.machine()


def missing_tools() -> str:
    """Return what is missing to build a library, an empty string if nothing is."""
    if _compiler() is None:
        return "a C compiler"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "the headers of Python"
    return "" if importlib.util.find_spec("numba") else "numba"


def is_needed() -> bool:
    """Return whether there is no library that was built from the present sources."""
    from exactcover.kernel import library

    return library.load()[0] is None


def build(told: Callable[[str], None] = print) -> Path:
    """Build the library and return its path; told: is called with each line of progress. Raises CannotBuild."""
    if missing := missing_tools():
        raise CannotBuild(f"{missing} is missing")
    begun, digest = time.monotonic(), digest_of_sources(KERNELS)
    jobs = _shared_out(list(dict.fromkeys(signatures.listed(KERNELS))))
    entries: list[Entry] = []
    with tempfile.TemporaryDirectory(prefix="exactcover-kernels-") as temporary:
        place = Path(temporary)
        settings = {"EXACTCOVER_JIT": "1", "NUMBA_CACHE_DIR": str(place / "cache"), "NUMBA_CPU_FEATURES": ""}
        settings["NUMBA_CPU_NAME"] = BASELINE.get(machine(), "generic")
        os.environ.update(settings)  # the children inherit them, and only they import numba
        workers = len(os.sched_getaffinity(0))
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            for done, compiled in enumerate(pool.map(partial(_compiled, place), jobs), 1):
                entries += compiled
                told(f"{done} of {len(jobs)} groups of kernels, {time.monotonic() - begun:.0f} s")
        (place / "table.h").write_text(_table(sorted(entries, key=lambda each: each.kernel), digest))
        _linked(place, [f"{entry.symbol}.o" for entry in entries])
    told(f"{len(entries)} kernels in {target().name}, {target().stat().st_size / 1e6:.1f} MB")
    return target()


def _shared_out(wanted: Sequence[tuple[str, str]]) -> list[tuple[int, list[tuple[str, str]]]]:
    """Return the signatures in groups of one module each, and the number of the first signature of each group."""
    groups: list[tuple[int, list[tuple[str, str]]]] = []
    for number, (kernel, types) in enumerate(sorted(wanted)):
        module = kernel.partition(":")[0]
        if not groups or groups[-1][1][0][0].partition(":")[0] != module or len(groups[-1][1]) == AT_ONCE:
            groups.append((number, []))
        groups[-1][1].append((kernel, types))
    return groups


def _compiled(place: Path, job: tuple[int, list[tuple[str, str]]]) -> list[Entry]:
    """Compile kernels into objects in a folder, in a process of the pool."""
    first, wanted = job
    target_machine, entries = _target_machine(), []
    named_tuples = _named_tuples()
    everywhere = {name: cls for classes in named_tuples.values() for name, cls in classes.items()}
    for number, (kernel, types) in enumerate(wanted, first):
        module, _, name = kernel.partition(":")
        dispatcher = getattr(importlib.import_module(module), name)
        try:
            arguments = signatures.numba_types(types, everywhere | named_tuples.get(module, {}))
            dispatcher.compile(arguments)
        except Exception as fault:
            raise CannotBuild(f"{kernel} {types}: {type(fault).__name__}: {fault}") from None
        compiled = dispatcher.overloads[arguments]
        entry = Entry(f"kernel_{number}", kernel, types, signatures.letters_of(compiled.signature.return_type))
        code = compiled.library._get_module_for_linking().as_bitcode()  # what numba itself inlines into other kernels
        (place / f"{entry.symbol}.o").write_bytes(
            _object(code, compiled.fndesc.llvm_func_name, entry.symbol, target_machine)
        )
        entries.append(entry)
    return entries


def _target_machine() -> Any:
    binding: Any = importlib.import_module("llvmlite.binding")  # llvmlite has no types
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    cpu = BASELINE.get(machine(), "generic")
    return binding.Target.from_default_triple().create_target_machine(
        cpu=cpu, features="", opt=3, reloc="pic", codemodel="small"
    )


def _named_tuples() -> dict[str, dict[str, type]]:
    """Return the NamedTuples that each module of kernels defines, by name."""
    classes: dict[str, dict[str, type]] = {}
    names = [info.name for info in pkgutil.walk_packages([str(KERNELS)], "exactcover.kernel.")]
    for name in names:
        if not name.startswith(("exactcover.kernel.library.", "exactcover.kernel.wheel")):
            for value in vars(importlib.import_module(name)).values():
                if isinstance(value, type) and issubclass(value, tuple) and value.__module__ == name:
                    classes.setdefault(name, {})[value.__name__] = value
    return classes


def _object(code: bytes, function: str, symbol: str, machine: Any) -> bytes:
    """Return the object of a kernel's code with an entry point `int symbol(int64_t *slots, void *result)`; the rest is hidden."""
    binding: Any = importlib.import_module("llvmlite.binding")
    module = binding.parse_bitcode(code)
    types = [str(argument.type) for argument in module.get_function(function).arguments][2:]
    lines = [f'target triple = "{module.triple}"', f'target datalayout = "{module.data_layout}"']
    lines += [f'declare i32 @"{function}"(ptr, ptr{"".join(f", {each}" for each in types)})']
    lines += [f"define i32 @{symbol}(ptr %slots, ptr %result) {{", "  %fault = alloca ptr"]
    for number, each in enumerate(types):
        lines.append(f"  %at{number} = getelementptr i64, ptr %slots, i64 {number}")
        if each == "i1":
            lines += [f"  %byte{number} = load i8, ptr %at{number}", f"  %v{number} = trunc i8 %byte{number} to i1"]
        else:
            lines.append(f"  %v{number} = load {each}, ptr %at{number}")
    values = "".join(f", {each} %v{number}" for number, each in enumerate(types))
    lines += [f'  %status = call i32 @"{function}"(ptr %result, ptr %fault{values})', "  ret i32 %status", "}"]
    module.link_in(binding.parse_assembly("\n".join(lines)))
    for each in module.functions:
        if not each.is_declaration:
            each.linkage = "external" if each.name == symbol else "internal"
    for each in module.global_variables:
        private = each.is_declaration or each.name.startswith("llvm.") or each.linkage == binding.Linkage.private
        if not private and " common " not in str(each):
            each.linkage = "internal"
    builder = binding.create_pass_builder(machine, binding.create_pipeline_tuning_options(speed_level=1))
    passes = binding.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(module, builder)
    return bytes(machine.emit_object(module))


def _table(entries: Sequence[Entry], digest: str) -> str:
    """Return table.h: the entries, sorted by kernel, and the digest of the sources."""
    lines = [f'#define SOURCES "{digest}"', f"#define OVERLOADS {len(entries)}"]
    lines += [f"int {entry.symbol}(int64_t *slots, void *result);" for entry in entries]
    rows = (f'{{"{each.kernel}", "{each.arguments}", "{each.result}", {each.symbol}}},' for each in entries)
    return "\n".join([*lines, "static const overload_t OVERLOAD[] = {", *rows, "};", ""])


def _compiler() -> list[str] | None:
    """Return the command of the C compiler, None if there is none."""
    words = os.environ.get("CC", "cc").split()
    return words if shutil.which(words[0]) else None


def _linked(place: Path, objects: Iterable[str]) -> None:
    """Compile the C files and link everything; the library is replaced in one step."""
    import numpy as np

    compiler = _compiler()
    assert compiler is not None
    includes = [f"-I{folder}" for folder in (place, sysconfig.get_path("include"), np.get_include())]
    flags = ["-O2", "-fPIC", "-fvisibility=hidden", "-Wall"]
    for name in ("kernels.c", "runtime.c"):
        _run([*compiler, *flags, *includes, "-c", str(FOLDER / name), "-o", str(place / f"{name}.o")])
    (place / "objects").write_text("\n".join([*objects, "kernels.c.o", "runtime.c.o"]))
    (place / "exported").write_text("{ global: PyInit__kernels; local: *; };")
    options = [
        "-shared",
        "-s",
        "-lm",
        *(f"-Wl,{each}" for each in ("--gc-sections", "-O1", "--version-script=exported")),
    ]
    _run([*compiler, "@objects", *options, "-o", "library.so"], place)
    try:
        ctypes.CDLL(str(place / "library.so"))  # resolves every symbol
    except OSError as fault:
        raise CannotBuild(f"a kernel needs a function that runtime.c lacks: {fault}") from None
    fresh = target().with_suffix(f".{os.getpid()}")
    shutil.copyfile(place / "library.so", fresh)
    os.replace(fresh, target())


def _run(command: Sequence[str], folder: Path | None = None) -> None:
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if ended.returncode:
        raise CannotBuild(f"{command[0]} ended with status {ended.returncode}:\n{ended.stderr[-2000:]}")


if __name__ == "__main__":
    try:
        if "--force" in sys.argv or is_needed():
            build(partial(print, flush=True))
    except CannotBuild as fault:
        sys.exit(f"the library of kernels cannot be built: {fault}")
