/* What compiled kernels need of numba's runtime: memory with a count of references, and the reshaping of contiguous arrays.

   The layout of a block's header is numba's (numba/core/runtime/nrt.cpp); the counts are changed by the kernels themselves. */
#include <stdint.h>
#include <stdlib.h>

typedef void (*destructor_t)(void *data, size_t size, void *information);
typedef struct {
    size_t references;
    destructor_t destructor;
    void *information, *data;
    size_t size;
    void *allocator;
} block_t;

void *NRT_Allocate(size_t size) { return malloc(size); }
void NRT_Free(void *memory) { free(memory); }

static block_t *allocate(size_t size, size_t alignment) {
    if (size > SIZE_MAX - sizeof(block_t) - alignment) return NULL;
    block_t *block = malloc(sizeof(block_t) + size + alignment);
    if (!block) return NULL;
    uintptr_t data = (uintptr_t)(block + 1);
    data = (data + alignment - 1) / alignment * alignment;
    *block = (block_t){.references = 1, .data = (void *)data, .size = size};
    return block;
}

void *NRT_MemInfo_alloc(size_t size) { return allocate(size, 1); }
void *NRT_MemInfo_alloc_aligned(size_t size, unsigned alignment) { return allocate(size, alignment); }

void NRT_MemInfo_call_dtor(void *memory) {
    block_t *block = memory;
    if (block->destructor) block->destructor(block->data, block->size, block->information);
    free(block);
}

/* The memory of a list, which can grow, is apart from its header; `items` is called before it is freed. */
static void release_list(void *data, size_t size, void *items) {
    (void)size;
    if (items) ((void (*)(void *))items)(data);
    free(data);
}

void *NRT_MemInfo_new_varsize_dtor(size_t size, void *items) {
    block_t *block = malloc(sizeof(block_t));
    void *data = malloc(size);
    if (!block || !data) {
        free(block);
        free(data);
        return NULL;
    }
    *block = (block_t){.references = 1, .destructor = release_list, .information = items, .data = data, .size = size};
    return block;
}

void *NRT_MemInfo_varsize_realloc(void *memory, size_t size) {
    block_t *block = memory;
    void *data = realloc(block->data, size);
    if (!data) return NULL;
    block->size = size;
    return block->data = data;
}

/* Called when a Python array that a kernel returned is gone. */
void kernels_release(void *memory) {
    block_t *block = memory;
    if (__atomic_sub_fetch(&block->references, 1, __ATOMIC_ACQ_REL) == 0) NRT_MemInfo_call_dtor(block);
}

/* numba_attempt_nocopy_reshape for C-contiguous arrays, the only ones that kernels reshape (build.py refuses others). */
int numba_attempt_nocopy_reshape(intptr_t old_dimensions, const intptr_t *old_shape, const intptr_t *old_strides,
                                 intptr_t dimensions, const intptr_t *shape, intptr_t *strides, intptr_t item_size, int fortran) {
    intptr_t expected = item_size;
    for (intptr_t k = old_dimensions - 1; k >= 0; k--) {
        if (old_shape[k] != 1 && old_strides[k] != expected) return 0; /* the kernel reports an error */
        expected *= old_shape[k];
    }
    if (fortran) return 0;
    for (intptr_t k = dimensions - 1; k >= 0; k--) {
        strides[k] = item_size;
        item_size *= shape[k];
    }
    return 1;
}

/* Named by code that words an exception. Kernels raise none, and if one did, only its status would be used. */
void *PyExc_RuntimeError;
void PyUnicode_FromKindAndData(void) { abort(); }
void PyObject_Hash(void) { abort(); }
void PyTuple_Pack(void) { abort(); }
void PyErr_SetString(void) { abort(); }
