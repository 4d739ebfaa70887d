#include "bindings/c/errors.h"

#include <charconv>
#include <new>
#include <string_view>
#include <system_error>
#include <utility>

namespace bouton::c {
namespace {

struct Failure {
  std::string message;
  std::string file;
  int line = 0;
};

thread_local Failure failure;
thread_local int callbacks = 0;

/// The field that raises a limit.
std::string_view remedy(Limit limit) {
  switch (limit) {
    case Limit::fixed: break;
    case Limit::memory: return "raise bouton_limits.memory";
    case Limit::rule_memory: return "raise bouton_limits.lua_memory";
    case Limit::load_time: return "raise bouton_limits.load_seconds";
    case Limit::call_time: return "raise bouton_limits.call_seconds";
  }
  return "";
}

/// Sets file and line from a message that begins with "FILE.lua:LINE: " or "FILE.lua: ".
void find_place(Failure& place) {
  constexpr std::string_view kEnding = ".lua:";
  const std::string& message = place.message;
  const std::size_t ending = message.find(kEnding);
  if (ending == std::string::npos || message.find('\n') < ending) return;
  const std::string file = message.substr(0, ending + kEnding.size() - 1);
  if (file.find(": ") != std::string::npos) return;  // the path is quoted further on in the message
  place.file = file;
  // A rule's own error may name any number: one that is not a line of a file leaves the line unknown.
  std::from_chars(message.data() + ending + kEnding.size(), message.data() + message.size(), place.line);
}

}  // namespace

std::string message_of(const LimitError& error) { return message_with(&remedy, error); }

bouton_status fail(bouton_status status, std::string message) {
  failure = {std::move(message), {}, 0};
  find_place(failure);
  return status;
}

bouton_status status_of(const std::exception_ptr& error) {
  try {
    try {
      std::rethrow_exception(error);
    } catch (const Misuse& e) {
      return fail(BOUTON_ERROR_MISUSE, e.what());
    } catch (const RequestError& e) {
      return fail(BOUTON_ERROR_REQUEST, e.what());
    } catch (const RuleError& e) {
      return fail(BOUTON_ERROR_RULE, e.what());
    } catch (const LimitError& e) {
      return fail(BOUTON_ERROR_LIMIT, message_of(e));
    } catch (const Interrupted&) {
      return fail(BOUTON_ERROR_CANCELLED, "cancelled");
    } catch (const std::bad_alloc&) {
      return fail(BOUTON_ERROR_MEMORY, "out of memory");
    } catch (const std::length_error&) {
      return fail(BOUTON_ERROR_MEMORY, "the answer is too large for this machine's memory");
    } catch (const std::system_error& e) {
      if (e.code() == std::errc::resource_unavailable_try_again || e.code() == std::errc::not_enough_memory)
        return fail(BOUTON_ERROR_MEMORY, "the system gives the process no more memory or threads: " + e.code().message());
      return fail(BOUTON_ERROR_REQUEST, std::string("the system refuses: ") + e.what());
    } catch (const std::exception& e) {
      return fail(BOUTON_ERROR_INTERNAL, e.what());
    } catch (...) {
      return fail(BOUTON_ERROR_INTERNAL, "an unknown exception");
    }
  } catch (...) {  // not even memory for the message
    failure.message.clear();
    return BOUTON_ERROR_MEMORY;
  }
}

const std::string& last_message() { return failure.message; }
const std::string& last_file() { return failure.file; }
int last_line() { return failure.line; }

bool calling_back() { return callbacks > 0; }
CallingBack::CallingBack() { ++callbacks; }
CallingBack::~CallingBack() { --callbacks; }

}  // namespace bouton::c
