"""Compiled loops, one technique per file and one folder per family of techniques: arrays in, arrays out.

`arrays` defines the shared types, `instance` a cover as arrays; `fields` and `slices` are the bit sets that the searches of
covers and layers work on. `jit` has the decorators of kernels: their code comes from a library that `build` compiles ahead of
time (library/, signatures.txt), or from numba, whose cache (cache_folder, compiled_code) tolerates disk faults.
"""
