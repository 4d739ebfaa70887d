#include "bindings/cli/terminal/lua_colours.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "bindings/lua/lexer/lexer.h"

namespace bouton::cli {
namespace {

/// What sets the colour; nothing for what has none. All can be read on light and on dark terminals.
std::string_view colour_of(lua::Token::Kind kind) {
  using Kind = lua::Token::Kind;
  switch (kind) {
    case Kind::keyword: return "1;35";  // bold magenta
    case Kind::number: return "36";     // cyan
    case Kind::text: return "32";       // green
    case Kind::comment: return "2";     // faint
    case Kind::name:
    case Kind::sign: break;
  }
  return {};
}

}  // namespace

std::string coloured_lua(std::string_view line, std::string_view before) {
  const std::string text = fmt::format("{}{}", before, line);
  std::string shown;
  std::size_t at = before.size();
  lua::Lexer lexer(text);
  while (const std::optional<lua::Token> token = lexer.next()) {
    const std::string_view colour = colour_of(token->kind);
    if (colour.empty() || token->end() <= at) continue;
    const std::size_t begin = std::max(at, token->begin);
    shown += fmt::format("{}\x1b[{}m{}\x1b[0m", text.substr(at, begin - at), colour, text.substr(begin, token->end() - begin));
    at = token->end();
  }
  return shown + text.substr(at);
}

}  // namespace bouton::cli
