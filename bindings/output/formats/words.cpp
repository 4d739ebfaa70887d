#include "bindings/output/formats/words.h"

#include <fmt/format.h>

namespace bouton {

std::string_view play_text(Play play) {
  switch (play) {
    case Play::normal: return "normal: whoever cannot move loses";
    case Play::misere: return "misère: whoever cannot move wins";
    case Play::by_position: return "the last position says who has won";
  }
  return {};
}

std::string blocking_text(const Rules& rules) {
  const std::uint64_t most = rules.blocking();
  if (most == 0) return {};
  return fmt::format("before each move the other player forbids up to {} option{}", most, most == 1 ? "" : "s");
}

std::string_view outcome_name(Outcome outcome) { return outcome == Outcome::P ? "P" : outcome == Outcome::N ? "N" : "draw"; }

std::string game_names(const Games& games) {
  std::string names;
  for (const auto& game : games) {
    if (!names.empty()) names += " + ";
    names += game->name;
  }
  return names;
}

std::string shell_line(std::string_view verb, const std::vector<std::string>& words) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=:,./%@";
  std::string line = fmt::format("bouton {}", verb);
  for (const std::string& word : words) {
    line += ' ';
    if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) {
      line += word;
      continue;
    }
    line += '\'';
    for (const char c : word) line += c == '\'' ? std::string("'\\''") : std::string(1, c);
    line += '\'';
  }
  return line;
}

}  // namespace bouton
