// Exceptions as statuses of the C interface, with a message for the thread that called.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <stdexcept>
#include <string>

#include "bindings/c/include/bouton.h"
#include "engine/base/errors.h"

namespace bouton::c {

/// The host did not keep to the interface: a null pointer, an index out of range.
class Misuse : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Keeps what the exception says for bouton_error_message, and returns the status that it means.
bouton_status status_of(const std::exception_ptr& error);
/// What the error says, with the field of bouton_limits that raises the limit where there is one.
std::string message_of(const LimitError& error);
/// Keeps `message` for bouton_error_message, and returns `status`.
bouton_status fail(bouton_status status, std::string message);

/// The message of the last failure on this thread, and the file and line that it names; empty and 0 where it names none.
const std::string& last_message();
const std::string& last_file();
int last_line();

/// Whether this thread is inside a callback of the host's, from where it may not call back.
bool calling_back();
class CallingBack {
 public:
  CallingBack();
  ~CallingBack();
  CallingBack(const CallingBack&) = delete;
  CallingBack& operator=(const CallingBack&) = delete;
};

/// Runs the body of a function of the interface: `body()` returns a status.
template <class Body>
bouton_status guarded(Body body) noexcept {
  try {
    if (calling_back()) throw Misuse("the library was called from the progress callback");
    return body();
  } catch (...) {
    return status_of(std::current_exception());
  }
}

/// Throws Misuse, naming the argument, if it is null.
template <class T>
T& given(T* pointer, const char* name) {
  if (pointer == nullptr) throw Misuse(std::string(name) + " is null");
  return *pointer;
}

/// Throws Misuse, naming the argument, if it is null though `count` entries are in it, or if no array has so many: a negative
/// number that was made a size.
template <class T>
void given_many(const T* pointer, std::size_t count, const char* name) {
  if (count > PTRDIFF_MAX / sizeof(T)) throw Misuse(std::string("no array has as many entries as were given for ") + name);
  if (count > 0) given(pointer, name);
}

}  // namespace bouton::c
