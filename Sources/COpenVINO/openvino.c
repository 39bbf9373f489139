#include "COpenVINO.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// OpenVINO passes partial shapes by value, in exactly these two layouts.
typedef struct {
    cov_dimension rank;
    cov_dimension *dims;
} partial_shape;

// Result, name and parameters of every function that is looked up.
#define COV_FUNCTIONS(X)                                                                                               \
    X(const char *, ov_get_error_info, (int32_t))                                                                      \
    X(const char *, ov_get_last_err_msg, (void))                                                                       \
    X(void, ov_free, (const char *))                                                                                   \
    X(int32_t, ov_core_create, (ov_core **))                                                                           \
    X(void, ov_core_free, (ov_core *))                                                                                 \
    X(int32_t, ov_core_get_property, (const ov_core *, const char *, const char *, char **))                           \
    X(int32_t, ov_core_read_model, (const ov_core *, const char *, const char *, ov_model **))                         \
    X(int32_t, ov_core_compile_model_props,                                                                            \
      (const ov_core *, const ov_model *, const char *, size_t, const cov_property *, ov_compiled_model **))           \
    X(void, ov_model_free, (ov_model *))                                                                               \
    X(int32_t, ov_model_inputs_size, (const ov_model *, size_t *))                                                     \
    X(int32_t, ov_model_outputs_size, (const ov_model *, size_t *))                                                    \
    X(int32_t, ov_model_const_input_by_name, (const ov_model *, const char *, ov_output_const_port **))                \
    X(int32_t, ov_model_const_input_by_index, (const ov_model *, size_t, ov_output_const_port **))                     \
    X(int32_t, ov_model_const_output_by_name, (const ov_model *, const char *, ov_output_const_port **))               \
    X(int32_t, ov_model_const_output_by_index, (const ov_model *, size_t, ov_output_const_port **))                    \
    X(int32_t, ov_model_reshape_input_by_name, (const ov_model *, const char *, partial_shape))                        \
    X(int32_t, ov_partial_shape_create_static, (int64_t, const int64_t *, partial_shape *))                            \
    X(void, ov_partial_shape_free, (partial_shape *))                                                                  \
    X(int32_t, ov_port_get_any_name, (const ov_output_const_port *, char **))                                          \
    X(int32_t, ov_port_get_partial_shape, (const ov_output_const_port *, partial_shape *))                             \
    X(int32_t, ov_port_get_element_type, (const ov_output_const_port *, int32_t *))                                    \
    X(void, ov_output_const_port_free, (ov_output_const_port *))                                                       \
    X(int32_t, ov_compiled_model_create_infer_request, (const ov_compiled_model *, ov_infer_request **))               \
    X(void, ov_compiled_model_free, (ov_compiled_model *))                                                             \
    X(int32_t, ov_infer_request_infer, (ov_infer_request *))                                                           \
    X(int32_t, ov_infer_request_get_input_tensor_by_index, (const ov_infer_request *, size_t, ov_tensor **))           \
    X(int32_t, ov_infer_request_get_output_tensor_by_index, (const ov_infer_request *, size_t, ov_tensor **))          \
    X(void, ov_infer_request_free, (ov_infer_request *))                                                               \
    X(int32_t, ov_tensor_data, (const ov_tensor *, void **))                                                           \
    X(int32_t, ov_tensor_get_byte_size, (const ov_tensor *, size_t *))                                                 \
    X(int32_t, ov_tensor_get_element_type, (const ov_tensor *, int32_t *))                                             \
    X(void, ov_tensor_free, (ov_tensor *))

struct cov_library {
#define COV_MEMBER(result, name, parameters) result(*name) parameters;
    COV_FUNCTIONS(COV_MEMBER)
#undef COV_MEMBER
};

cov_library *cov_open(const char *path, char *message, size_t message_size) {
    // Local: OpenVINO brings a TBB of its own, which must not answer for the host's.
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
        const char *reason = dlerror();
        snprintf(message, message_size, "%s", reason != NULL ? reason : "cannot be opened");
        return NULL;
    }
    cov_library *library = calloc(1, sizeof *library);
    if (library == NULL) {
        snprintf(message, message_size, "out of memory");
        return NULL;
    }
    void *symbol = NULL;
#define COV_LOOK_UP(result, name, parameters)                                                                          \
    symbol = dlsym(handle, #name);                                                                                     \
    if (symbol == NULL) {                                                                                              \
        snprintf(message, message_size, "%s has no function %s", path, #name);                                         \
        free(library);                                                                                                 \
        return NULL;                                                                                                   \
    }                                                                                                                  \
    memcpy(&library->name, &symbol, sizeof symbol);
    COV_FUNCTIONS(COV_LOOK_UP)
#undef COV_LOOK_UP
    return library;
}

void cov_last_error(const cov_library *library, int32_t status, char *message, size_t message_size) {
    // A copy made for this call, unlike the text of a status, which is static.
    const char *copy = library->ov_get_last_err_msg();
    const char *text = copy != NULL && copy[0] != '\0' ? copy : library->ov_get_error_info(status);
    snprintf(message, message_size, "%s", text != NULL ? text : "unknown error");
    if (copy != NULL) library->ov_free(copy);
}

int32_t cov_core_create(const cov_library *library, ov_core **core) { return library->ov_core_create(core); }

void cov_core_free(const cov_library *library, ov_core *core) { library->ov_core_free(core); }

int32_t cov_core_get_property(
    const cov_library *library, const ov_core *core, const char *device, const char *key, char **value) {
    return library->ov_core_get_property(core, device, key, value);
}

void cov_free_string(const cov_library *library, char *text) { library->ov_free(text); }

int32_t cov_core_read_model(const cov_library *library, const ov_core *core, const char *path, ov_model **model) {
    return library->ov_core_read_model(core, path, NULL, model);
}

void cov_model_free(const cov_library *library, ov_model *model) { library->ov_model_free(model); }

int32_t cov_model_input(
    const cov_library *library, const ov_model *model, const char *name, ov_output_const_port **port) {
    return library->ov_model_const_input_by_name(model, name, port);
}

int32_t cov_model_input_at(
    const cov_library *library, const ov_model *model, size_t index, ov_output_const_port **port) {
    return library->ov_model_const_input_by_index(model, index, port);
}

int32_t cov_model_output(
    const cov_library *library, const ov_model *model, const char *name, ov_output_const_port **port) {
    return library->ov_model_const_output_by_name(model, name, port);
}

int32_t cov_model_output_at(
    const cov_library *library, const ov_model *model, size_t index, ov_output_const_port **port) {
    return library->ov_model_const_output_by_index(model, index, port);
}

int32_t cov_model_counts(const cov_library *library, const ov_model *model, size_t *inputs, size_t *outputs) {
    int32_t status = library->ov_model_inputs_size(model, inputs);
    return status != 0 ? status : library->ov_model_outputs_size(model, outputs);
}

int32_t cov_model_reshape(
    const cov_library *library, const ov_model *model, const char *name, const int64_t *extents, int64_t rank) {
    partial_shape shape;
    int32_t status = library->ov_partial_shape_create_static(rank, extents, &shape);
    if (status != 0) return status;
    status = library->ov_model_reshape_input_by_name(model, name, shape);
    library->ov_partial_shape_free(&shape);
    return status;
}

void cov_port_free(const cov_library *library, ov_output_const_port *port) {
    library->ov_output_const_port_free(port);
}

int32_t cov_port_shape(
    const cov_library *library, const ov_output_const_port *port, cov_dimension *dimensions, int64_t *rank) {
    partial_shape shape;
    int32_t status = library->ov_port_get_partial_shape(port, &shape);
    if (status != 0) return status;
    int64_t known = shape.rank.min == shape.rank.max ? shape.rank.max : -1;
    *rank = known >= 0 && known <= COV_MAX_RANK ? known : -1;
    for (int64_t index = 0; index < *rank; index++) dimensions[index] = shape.dims[index];
    library->ov_partial_shape_free(&shape);
    return 0;
}

int32_t cov_port_element_type(const cov_library *library, const ov_output_const_port *port, int32_t *type) {
    return library->ov_port_get_element_type(port, type);
}

int32_t cov_port_name(const cov_library *library, const ov_output_const_port *port, char **name) {
    return library->ov_port_get_any_name(port, name);
}

int32_t cov_core_compile(
    const cov_library *library, const ov_core *core, const ov_model *model, const char *device,
    const cov_property *properties, size_t count, ov_compiled_model **compiled) {
    return library->ov_core_compile_model_props(core, model, device, count, properties, compiled);
}

void cov_compiled_free(const cov_library *library, ov_compiled_model *compiled) {
    library->ov_compiled_model_free(compiled);
}

int32_t cov_request_create(
    const cov_library *library, const ov_compiled_model *compiled, ov_infer_request **request) {
    return library->ov_compiled_model_create_infer_request(compiled, request);
}

void cov_request_free(const cov_library *library, ov_infer_request *request) {
    library->ov_infer_request_free(request);
}

int32_t cov_request_infer(const cov_library *library, ov_infer_request *request) {
    return library->ov_infer_request_infer(request);
}

int32_t cov_request_input(
    const cov_library *library, const ov_infer_request *request, size_t index, ov_tensor **tensor) {
    return library->ov_infer_request_get_input_tensor_by_index(request, index, tensor);
}

int32_t cov_request_output(
    const cov_library *library, const ov_infer_request *request, size_t index, ov_tensor **tensor) {
    return library->ov_infer_request_get_output_tensor_by_index(request, index, tensor);
}

int32_t cov_tensor_data(
    const cov_library *library, const ov_tensor *tensor, void **data, int32_t *type, size_t *byte_count) {
    int32_t status = library->ov_tensor_get_element_type(tensor, type);
    if (status == 0) status = library->ov_tensor_get_byte_size(tensor, byte_count);
    if (status == 0) status = library->ov_tensor_data(tensor, data);
    return status;
}

void cov_tensor_free(const cov_library *library, ov_tensor *tensor) { library->ov_tensor_free(tensor); }
