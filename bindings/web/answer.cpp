#include "bindings/web/answer.h"

#include <charconv>
#include <exception>
#include <new>

#include <fmt/format.h>

#include "bindings/web/desk/request.h"
#include "bindings/web/verbs/verbs.h"
#include "engine/base/errors.h"

namespace bouton::web {
namespace {

/// With the file and the line that the message begins with, "FILE.lua:LINE: ".
std::string error_text(std::string_view kind, std::string_view message) {
  constexpr std::string_view kEnding = ".lua:";
  Json error;
  error["kind"] = kind;
  error["message"] = message;
  error["file"] = nullptr;
  error["line"] = nullptr;
  const std::size_t ending = message.find(kEnding);
  if (ending != message.npos && message.substr(0, ending).find(": ") == message.npos) {
    error["file"] = message.substr(0, ending + kEnding.size() - 1);
    int line = 0;
    std::from_chars(message.data() + ending + kEnding.size(), message.data() + message.size(), line);
    if (line > 0) error["line"] = line;
  }
  return text_of(Json{{"error", std::move(error)}});
}

std::string error_text(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const RequestError& error) {
    return error_text("request", error.what());
  } catch (const RuleError& error) {
    return error_text("rule", error.what());
  } catch (const LimitError& error) {
    return error_text("limit", error.what());
  } catch (const Interrupted&) {
    return error_text("interrupted", "interrupted");
  } catch (const std::bad_alloc&) {
    return error_text("memory", "this takes more memory than a page may have");
  } catch (const std::length_error&) {
    return error_text("memory", "this takes more memory than a page may have");
  } catch (const Json::exception& error) {
    return error_text("request", error.what());
  } catch (const std::exception& error) {
    return error_text("internal", error.what());
  } catch (...) {
    return error_text("internal", "an unknown exception");
  }
}

Reply answer_to(Desk& desk, std::string_view request) {
  const Json asked = Json::parse(request);
  const std::string name = text_in(asked, "verb");
  for (const Verb& verb : all_verbs()) {
    if (verb.name != name) continue;
    Reply reply;
    Json found = verb.run(desk, asked, reply.cells);
    reply.text = text_of(Json{{"answer", std::move(found)}});
    return reply;
  }
  throw RequestError(fmt::format("there is no verb '{}'", name));
}

}  // namespace

Reply answer(Desk& desk, std::string_view request) noexcept {
  try {
    return answer_to(desk, request);
  } catch (...) {
    return {error_text(std::current_exception()), {}};
  }
}

}  // namespace bouton::web
