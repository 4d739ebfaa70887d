#include "bindings/cli/context/messages.h"

namespace bouton::cli {

std::string_view remedy(Limit limit) {
  switch (limit) {
    case Limit::fixed: break;
    case Limit::memory: return "raise the limit with --memory SIZE";
    case Limit::rule_memory: return "raise the limit with --limit lua-memory=SIZE";
    case Limit::load_time: return "raise the limit with --limit load=SECONDS";
    case Limit::call_time: return "raise the limit with --limit call=SECONDS";
  }
  return "";
}

std::string message_of(const Error& error) {
  if (const auto* const limit = dynamic_cast<const LimitError*>(&error)) return message_with(&remedy, *limit);
  if (dynamic_cast<const MixedPlay*>(&error) != nullptr) return std::string(error.what()) + "; choose one with --play";
  return error.what();
}

}  // namespace bouton::cli
