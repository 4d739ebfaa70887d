// The door that a page knocks at: a question as JSON, the answer as JSON.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/web/desk/desk.h"

namespace bouton::web {

/// `text` is {"answer": ..} or {"error": {"kind", "message", "file", "line"}}; kind is rule, request, limit, interrupted,
/// memory or internal; file and line are null where none is to blame.
struct Reply {
  std::string text;
  std::vector<std::uint32_t> cells;  ///< of a table or a sequence: too many for JSON
};

/// The answer to {"verb": .., ..}. Never throws; the verbs are in verbs/verbs.h.
Reply answer(Desk& desk, std::string_view request) noexcept;

}  // namespace bouton::web
