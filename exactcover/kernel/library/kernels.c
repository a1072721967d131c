/* The extension module `_kernels`: calls kernels that were compiled ahead of time (build.py), without numba.

   A `Kernel` has the overloads of one kernel, one per combination of argument types. A call writes its arguments into slots,
   arrays and tuples flattened as numba lays them out, and their types into a string, in the notation of signatures.py; it calls
   the overload with that string, without the interpreter lock, and turns what it returned into Python objects. An array that an
   overload only reads may be writable. If there is no such overload, it calls `missing`, an argument of the constructor, with
   the string, and what that returned with the arguments.

   table.h, which build.py writes, lists the overloads, sorted by the kernel's name. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#define NPY_NO_DEPRECATED_API NPY_2_0_API_VERSION
#define NPY_TARGET_VERSION NPY_2_0_API_VERSION
#include <numpy/arrayobject.h>
#include <numpy/arrayscalars.h>
#include <stddef.h>

typedef int (*entry_t)(int64_t *slots, void *result);
typedef struct {
    const char *kernel, *arguments, *result;
    entry_t entry;
} overload_t;
#include "table.h" /* SOURCES, OVERLOADS, the declarations of the entries, and OVERLOAD[] */

#define MOST_SLOTS 4096
#define MOST_LETTERS 4096
#define MOST_DIMENSIONS 8
#define MOST_RESULT 256 /* slots of a result */
#define DONE 0
#define DONE_WITH_NONE (-2)

void kernels_release(void *memory);

typedef struct {
    int64_t slots[MOST_SLOTS];
    char letters[MOST_LETTERS];
    Py_ssize_t slot_count, letter_count;
} arguments_t;

static const struct {
    char letter;
    int number;
} DTYPES[] = {{'?', NPY_BOOL},  {'b', NPY_INT8},   {'B', NPY_UINT8}, {'h', NPY_INT16},  {'H', NPY_UINT16}, {'i', NPY_INT32},
              {'I', NPY_UINT32}, {'l', NPY_INT64}, {'L', NPY_UINT64}, {'f', NPY_FLOAT}, {'d', NPY_DOUBLE}};
#define DTYPE_COUNT ((int)(sizeof DTYPES / sizeof *DTYPES))

static char letter_of(int number) {
    if (number == NPY_LONGLONG) number = NPY_INT64;
    if (number == NPY_ULONGLONG) number = NPY_UINT64;
    for (int k = 0; k < DTYPE_COUNT; k++)
        if (DTYPES[k].number == number) return DTYPES[k].letter;
    return 0;
}

/* Append an argument; 0 if it is of a type that no kernel takes. */
static int append(arguments_t *to, PyObject *value) {
    if (to->slot_count + 5 + 2 * MOST_DIMENSIONS > MOST_SLOTS || to->letter_count + 8 > MOST_LETTERS) return 0;
    char *letters = to->letters + to->letter_count;
    int64_t *slots = to->slots + to->slot_count;
    if (PyArray_Check(value)) {
        PyArrayObject *array = (PyArrayObject *)value;
        int dimensions = PyArray_NDIM(array), flags = PyArray_FLAGS(array);
        char letter = letter_of(PyArray_TYPE(array));
        if (!letter || dimensions < 1 || dimensions > MOST_DIMENSIONS) return 0;
        if (!(flags & NPY_ARRAY_ALIGNED) || !PyArray_ISNOTSWAPPED(array)) return 0;
        *letters++ = 'A';
        *letters++ = letter;
        *letters++ = (char)('0' + dimensions);
        *letters++ = flags & NPY_ARRAY_C_CONTIGUOUS ? 'C' : flags & NPY_ARRAY_F_CONTIGUOUS ? 'F' : 'A';
        if (!(flags & NPY_ARRAY_WRITEABLE)) *letters++ = 'r';
        slots[0] = slots[1] = 0; /* numba's owner of the memory, and its Python object: the caller keeps the array alive */
        slots[2] = PyArray_SIZE(array);
        slots[3] = PyArray_ITEMSIZE(array);
        slots[4] = (int64_t)PyArray_DATA(array);
        for (int k = 0; k < dimensions; k++) {
            slots[5 + k] = PyArray_DIM(array, k);
            slots[5 + dimensions + k] = PyArray_STRIDE(array, k);
        }
        to->slot_count += 5 + 2 * dimensions;
        to->letter_count = letters - to->letters;
        return 1;
    }
    if (PyTuple_Check(value)) {
        *letters++ = '(';
        if (!PyTuple_CheckExact(value)) { /* a NamedTuple: its class tells numba which code to use */
            const char *name = Py_TYPE(value)->tp_name;
            size_t length = strlen(name);
            if (to->letter_count + (Py_ssize_t)length + 8 > MOST_LETTERS) return 0;
            memcpy(letters, name, length);
            letters += length;
            *letters++ = ':';
        }
        to->letter_count = letters - to->letters;
        for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(value); k++)
            if (!append(to, PyTuple_GET_ITEM(value, k))) return 0;
        if (to->letter_count + 8 > MOST_LETTERS) return 0;
        to->letters[to->letter_count++] = ')';
        return 1;
    }
    char letter;
    *slots = 0;
    if (PyBool_Check(value)) {
        letter = '?';
        *slots = value == Py_True;
    } else if (PyLong_Check(value)) {
        int overflow;
        *slots = PyLong_AsLongLongAndOverflow(value, &overflow);
        letter = overflow ? 'L' : 'l';
        if (overflow) {
            *slots = (int64_t)PyLong_AsUnsignedLongLong(value);
            if (PyErr_Occurred()) {
                PyErr_Clear();
                return 0;
            }
        }
    } else if (PyFloat_Check(value)) {
        double number = PyFloat_AS_DOUBLE(value);
        letter = 'd';
        memcpy(slots, &number, sizeof number);
    } else if (value == Py_None) {
        letter = 'n';
    } else if (PyArray_IsScalar(value, Generic)) {
        PyArray_Descr *descriptor = PyArray_DescrFromScalar(value);
        letter = letter_of(descriptor->type_num);
        Py_DECREF(descriptor);
        if (!letter) return 0;
        PyArray_ScalarAsCtype(value, slots);
    } else {
        return 0;
    }
    *letters = letter;
    to->letter_count++;
    to->slot_count++;
    return 1;
}

static void release_capsule(PyObject *capsule) { kernels_release(PyCapsule_GetPointer(capsule, NULL)); }

#define SCALAR(type, make)                                                          \
    {                                                                               \
        *at = (char *)(((uintptr_t)*at + sizeof(type) - 1) & ~(sizeof(type) - 1)); \
        type number = *(type *)*at;                                                 \
        *at += sizeof(type);                                                        \
        return make(number);                                                        \
    }

/* Return what was returned: *letters is its type, *at where it is; both move on. */
static PyObject *result_of(const char **letters, char **at) {
    switch (*(*letters)++) {
    case 'n':
        *at += 8;
        Py_RETURN_NONE;
    case '?': SCALAR(uint8_t, PyBool_FromLong)
    case 'b': SCALAR(int8_t, PyLong_FromLongLong)
    case 'h': SCALAR(int16_t, PyLong_FromLongLong)
    case 'i': SCALAR(int32_t, PyLong_FromLongLong)
    case 'l': SCALAR(int64_t, PyLong_FromLongLong)
    case 'B': SCALAR(uint8_t, PyLong_FromUnsignedLongLong)
    case 'H': SCALAR(uint16_t, PyLong_FromUnsignedLongLong)
    case 'I': SCALAR(uint32_t, PyLong_FromUnsignedLongLong)
    case 'L': SCALAR(uint64_t, PyLong_FromUnsignedLongLong)
    case 'f': SCALAR(float, PyFloat_FromDouble)
    case 'd': SCALAR(double, PyFloat_FromDouble)
    case '(': {
        PyObject *parts = PyList_New(0);
        while (parts && **letters != ')') {
            PyObject *part = result_of(letters, at);
            if (!part || PyList_Append(parts, part)) Py_CLEAR(parts);
            Py_XDECREF(part);
        }
        (*letters)++;
        PyObject *tuple = parts ? PyList_AsTuple(parts) : NULL;
        Py_XDECREF(parts);
        return tuple;
    }
    case 'A': {
        char letter = *(*letters)++;
        int number = 0, dimensions = *(*letters)++ - '0';
        (*letters)++; /* the layout: what the strides say */
        if (**letters == 'r') (*letters)++;
        for (int k = 0; k < DTYPE_COUNT; k++)
            if (DTYPES[k].letter == letter) number = DTYPES[k].number;
        *at = (char *)(((uintptr_t)*at + 7) & ~(uintptr_t)7);
        int64_t *slots = (int64_t *)*at;
        *at += 8 * (5 + 2 * dimensions);
        PyObject *array = PyArray_New(&PyArray_Type, dimensions, (npy_intp *)slots + 5, number, (npy_intp *)slots + 5 + dimensions,
                                      (void *)slots[4], 0, NPY_ARRAY_WRITEABLE | NPY_ARRAY_ALIGNED, NULL);
        if (!array) return NULL;
        PyArray_UpdateFlags((PyArrayObject *)array, NPY_ARRAY_C_CONTIGUOUS | NPY_ARRAY_F_CONTIGUOUS);
        if (!slots[0]) { /* memory of an argument */
            Py_SETREF(array, PyArray_NewCopy((PyArrayObject *)array, NPY_CORDER));
        } else {
            PyObject *owner = PyCapsule_New((void *)slots[0], NULL, release_capsule);
            if (!owner || PyArray_SetBaseObject((PyArrayObject *)array, owner)) Py_CLEAR(array);
        }
        return array;
    }
    }
    PyErr_SetString(PyExc_SystemError, "a kernel returns a type that is unknown to the caller");
    return NULL;
}

typedef struct {
    PyObject_HEAD
    const overload_t *overloads;
    Py_ssize_t count;
    PyObject *missing, *dict;
    vectorcallfunc call;
} Kernel;

/* Whether an overload for arguments of certain types takes the given ones: an array that it only reads may be writable. */
static int takes(const char *types, const char *given) {
    for (; *types; types++) {
        if (*types == *given) given++;
        else if (*types != 'r') return 0;
    }
    return !*given;
}

static PyObject *kernel_call(PyObject *self, PyObject *const *values, size_t flags, PyObject *keywords) {
    Kernel *kernel = (Kernel *)self;
    Py_ssize_t count = PyVectorcall_NARGS(flags);
    arguments_t arguments;
    arguments.slot_count = arguments.letter_count = 0;
    int known = keywords == NULL || PyTuple_GET_SIZE(keywords) == 0;
    for (Py_ssize_t k = 0; known && k < count; k++) known = append(&arguments, values[k]);
    arguments.letters[known ? arguments.letter_count : 0] = 0;
    for (Py_ssize_t k = 0; known && k < kernel->count; k++) {
        if (!takes(kernel->overloads[k].arguments, arguments.letters)) continue;
        int64_t result[MOST_RESULT];
        int status;
        Py_BEGIN_ALLOW_THREADS
        status = kernel->overloads[k].entry(arguments.slots, result);
        Py_END_ALLOW_THREADS
        if (status == DONE_WITH_NONE) Py_RETURN_NONE;
        if (status != DONE) return PyErr_NoMemory(); /* the only error that a kernel has */
        const char *letters = kernel->overloads[k].result;
        char *at = (char *)result;
        return result_of(&letters, &at);
    }
    PyObject *missing = PyObject_CallFunction(kernel->missing, "s", arguments.letters);
    if (!missing) return NULL;
    PyObject *result = PyObject_Vectorcall(missing, values, flags, keywords);
    Py_DECREF(missing);
    return result;
}

static PyObject *kernel_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    const char *name;
    PyObject *missing;
    if (!PyArg_ParseTuple(arguments, "sO", &name, &missing)) return NULL;
    Kernel *kernel = (Kernel *)type->tp_alloc(type, 0);
    if (!kernel) return NULL;
    Py_ssize_t low = 0, high = OVERLOADS;
    while (low < high) {
        Py_ssize_t middle = (low + high) / 2;
        if (strcmp(OVERLOAD[middle].kernel, name) < 0) low = middle + 1;
        else high = middle;
    }
    kernel->overloads = OVERLOAD + low;
    while (low + kernel->count < OVERLOADS && !strcmp(kernel->overloads[kernel->count].kernel, name)) kernel->count++;
    kernel->missing = Py_NewRef(missing);
    kernel->call = kernel_call;
    return (PyObject *)kernel;
}

static PyTypeObject KernelType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "exactcover.kernel.library._kernels.Kernel",
    .tp_doc = "Kernel(name, missing): the overloads of a kernel, `module:function`; missing(types) returns what to call instead.",
    .tp_basicsize = sizeof(Kernel),
    .tp_new = kernel_new,
    .tp_call = PyVectorcall_Call,
    .tp_vectorcall_offset = offsetof(Kernel, call),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_VECTORCALL,
    .tp_dictoffset = offsetof(Kernel, dict),
    .tp_getattro = PyObject_GenericGetAttr,
    .tp_setattro = PyObject_GenericSetAttr,
};

static struct PyModuleDef MODULE = {PyModuleDef_HEAD_INIT, "_kernels", "Kernels that were compiled ahead of time.", -1, NULL};

PyMODINIT_FUNC PyInit__kernels(void) {
#ifdef __x86_64__
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2") || !__builtin_cpu_supports("fma")) {
        PyErr_SetString(PyExc_ImportError, "the processor is older than x86-64-v3");
        return NULL;
    }
#endif
    import_array();
    PyObject *module = PyType_Ready(&KernelType) ? NULL : PyModule_Create(&MODULE);
    if (!module) return NULL;
    if (PyModule_AddObjectRef(module, "Kernel", (PyObject *)&KernelType) || PyModule_AddStringConstant(module, "SOURCES", SOURCES) ||
        PyModule_AddIntConstant(module, "OVERLOADS", OVERLOADS)) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
