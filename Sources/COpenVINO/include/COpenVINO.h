// The OpenVINO C functions this package calls, declared here and found at run time with dlopen, so that the package
// builds, and runs with every other analyzer, where OpenVINO is not installed.
//
// The declarations follow the C API of OpenVINO 2026.4. Every function takes the opened library first and returns
// OpenVINO's own status: 0 is success, negative a failure whose text cov_last_error gives.
#ifndef COPENVINO_H
#define COPENVINO_H

#include <stddef.h>
#include <stdint.h>

/// An opened libopenvino_c. Never closed: OpenVINO's worker threads live until the process ends.
typedef struct cov_library cov_library;

typedef struct ov_core ov_core;
typedef struct ov_model ov_model;
typedef struct ov_compiled_model ov_compiled_model;
typedef struct ov_infer_request ov_infer_request;
typedef struct ov_tensor ov_tensor;
typedef struct ov_output_const_port ov_output_const_port;

/// A property of a device or a compiled model; both strings are borrowed for the length of the call.
typedef struct {
    const char *_Nonnull key;
    const char *_Nonnull value;
} cov_property;

/// One extent of a shape; -1 as `max` means any.
typedef struct {
    int64_t min;
    int64_t max;
} cov_dimension;

/// Element types, numbered as OpenVINO numbers them.
enum { COV_F32 = 4, COV_U8 = 16 };

/// The most dimensions a shape may have here.
enum { COV_MAX_RANK = 8 };

/// Opens the library at `path` (or by plain name, from the system) and finds every function.
///
/// - Returns: NULL when the library or one of its functions is missing; `message` then says which.
cov_library *_Nullable cov_open(const char *_Nonnull path, char *_Nonnull message, size_t message_size);

/// Writes the text of the last failure, or of the status alone. OpenVINO keeps one text for the whole process, so
/// that of two threads that fail at once either may get the other's.
void cov_last_error(
    const cov_library *_Nonnull library, int32_t status, char *_Nonnull message, size_t message_size);

int32_t cov_core_create(const cov_library *_Nonnull library, ov_core *_Nullable *_Nonnull core);
void cov_core_free(const cov_library *_Nonnull library, ov_core *_Nullable core);

/// Gives a device's property as text that belongs to the caller; release with cov_free_string.
int32_t cov_core_get_property(
    const cov_library *_Nonnull library, const ov_core *_Nonnull core, const char *_Nonnull device,
    const char *_Nonnull key, char *_Nullable *_Nonnull value);
void cov_free_string(const cov_library *_Nonnull library, char *_Nullable text);

int32_t cov_core_read_model(
    const cov_library *_Nonnull library, const ov_core *_Nonnull core, const char *_Nonnull path,
    ov_model *_Nullable *_Nonnull model);
void cov_model_free(const cov_library *_Nonnull library, ov_model *_Nullable model);
int32_t cov_model_input(
    const cov_library *_Nonnull library, const ov_model *_Nonnull model, const char *_Nonnull name,
    ov_output_const_port *_Nullable *_Nonnull port);
int32_t cov_model_input_at(
    const cov_library *_Nonnull library, const ov_model *_Nonnull model, size_t index,
    ov_output_const_port *_Nullable *_Nonnull port);
int32_t cov_model_output(
    const cov_library *_Nonnull library, const ov_model *_Nonnull model, const char *_Nonnull name,
    ov_output_const_port *_Nullable *_Nonnull port);
int32_t cov_model_output_at(
    const cov_library *_Nonnull library, const ov_model *_Nonnull model, size_t index,
    ov_output_const_port *_Nullable *_Nonnull port);
int32_t cov_model_counts(
    const cov_library *_Nonnull library, const ov_model *_Nonnull model, size_t *_Nonnull inputs,
    size_t *_Nonnull outputs);

/// Gives the input called `name` a fixed shape.
int32_t cov_model_reshape(
    const cov_library *_Nonnull library, const ov_model *_Nonnull model, const char *_Nonnull name,
    const int64_t *_Nonnull extents, int64_t rank);

void cov_port_free(const cov_library *_Nonnull library, ov_output_const_port *_Nullable port);

/// Writes at most COV_MAX_RANK dimensions; a rank that is not known, or is larger, gives -1.
int32_t cov_port_shape(
    const cov_library *_Nonnull library, const ov_output_const_port *_Nonnull port,
    cov_dimension *_Nonnull dimensions, int64_t *_Nonnull rank);
int32_t cov_port_element_type(
    const cov_library *_Nonnull library, const ov_output_const_port *_Nonnull port, int32_t *_Nonnull type);

/// Gives one of a port's names; release with cov_free_string.
int32_t cov_port_name(
    const cov_library *_Nonnull library, const ov_output_const_port *_Nonnull port,
    char *_Nullable *_Nonnull name);

int32_t cov_core_compile(
    const cov_library *_Nonnull library, const ov_core *_Nonnull core, const ov_model *_Nonnull model,
    const char *_Nonnull device, const cov_property *_Nonnull properties, size_t count,
    ov_compiled_model *_Nullable *_Nonnull compiled);
void cov_compiled_free(const cov_library *_Nonnull library, ov_compiled_model *_Nullable compiled);

int32_t cov_request_create(
    const cov_library *_Nonnull library, const ov_compiled_model *_Nonnull compiled,
    ov_infer_request *_Nullable *_Nonnull request);
void cov_request_free(const cov_library *_Nonnull library, ov_infer_request *_Nullable request);

/// Runs the request in the calling thread's time; returns when the outputs are written.
int32_t cov_request_infer(const cov_library *_Nonnull library, ov_infer_request *_Nonnull request);
int32_t cov_request_input(
    const cov_library *_Nonnull library, const ov_infer_request *_Nonnull request, size_t index,
    ov_tensor *_Nullable *_Nonnull tensor);
int32_t cov_request_output(
    const cov_library *_Nonnull library, const ov_infer_request *_Nonnull request, size_t index,
    ov_tensor *_Nullable *_Nonnull tensor);

/// The tensor's samples, which belong to its request, their type and their length in bytes.
int32_t cov_tensor_data(
    const cov_library *_Nonnull library, const ov_tensor *_Nonnull tensor, void *_Nullable *_Nonnull data,
    int32_t *_Nonnull type, size_t *_Nonnull byte_count);
void cov_tensor_free(const cov_library *_Nonnull library, ov_tensor *_Nullable tensor);

#endif
