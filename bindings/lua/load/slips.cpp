// A syntax error is where Lua cannot go on, which is not always where the author went wrong. The token that it names shows most
// slips: operators of other languages. A missing 'end' is found by the indentation: an 'end' that begins its line further left
// than the line of the block that it closes was meant for another one, and that block has none.
#include "bindings/lua/load/slips.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <vector>

#include <fmt/format.h>

namespace bouton::lua {
namespace {

bool is_word_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string_view line_of(std::string_view text, int line) {
  for (int i = 1; i < line && !text.empty(); ++i) text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  return text.substr(0, text.find('\n'));
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// Words of Lua and signs, one after another; texts and comments are passed over.
class Words {
 public:
  struct Word {
    std::string_view text;
    int line = 1;
    std::size_t indent = 0;  ///< of its line
    bool begins_line = false;
  };

  explicit Words(std::string_view text) : text_(text) {}

  std::optional<Word> next() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        ++line_;
        line_start_ = ++at_;
        fresh_ = true;
      } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
        ++at_;
      } else if (text_.substr(at_).starts_with("--")) {
        at_ += 2;
        if (!skip_long()) at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (c == '"' || c == '\'') {
        skip_text(c);
      } else if (c != '[' || !skip_long()) {
        return word();
      }
    }
    return std::nullopt;
  }

 private:
  Word word() {
    std::size_t end = at_ + 1;
    if (is_word_character(text_[at_]))
      while (end < text_.size() && is_word_character(text_[end])) ++end;
    const std::string_view before = text_.substr(line_start_, at_ - line_start_);
    Word word{text_.substr(at_, end - at_), line_, 0, fresh_};
    word.indent = fresh_ ? before.size() : indent_;
    if (fresh_) indent_ = word.indent;
    fresh_ = false;
    at_ = end;
    return word;
  }
  /// Past the closing sign of a text that begins here, or the end of its line.
  void skip_text(char quote) {
    for (++at_; at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n'; ++at_)
      if (text_[at_] == '\\') ++at_;
    if (at_ < text_.size() && text_[at_] == quote) ++at_;
    fresh_ = false;
  }
  /// Past [[...]] or [=[...]=], if one begins here.
  bool skip_long() {
    std::size_t level = at_ + 1;
    if (at_ >= text_.size() || text_[at_] != '[') return false;
    while (level < text_.size() && text_[level] == '=') ++level;
    if (level >= text_.size() || text_[level] != '[') return false;
    const std::string closing = "]" + std::string(level - at_ - 1, '=') + "]";
    const std::size_t end = std::min(text_.find(closing, level), text_.size());
    for (; at_ < end; ++at_)
      if (text_[at_] == '\n') {
        ++line_;
        line_start_ = at_ + 1;
      }
    at_ = std::min(end + closing.size(), text_.size());
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0, line_start_ = 0, indent_ = 0;
  int line_ = 1;
  bool fresh_ = true;  ///< nothing of the line was read yet
};

/// The block that has no 'end', as its indentation tells.
std::optional<Words::Word> unclosed_block(std::string_view text) {
  std::vector<Words::Word> open;
  Words words(text);
  bool loop_head = false;  // the next 'do' belongs to a for or a while
  while (const std::optional<Words::Word> word = words.next()) {
    const std::string_view name = word->text;
    if (name == "for" || name == "while") {
      open.push_back(*word);
      loop_head = true;
    } else if (name == "do") {
      if (!loop_head) open.push_back(*word);
      loop_head = false;
    } else if (name == "function" || name == "if" || name == "repeat") {
      open.push_back(*word);
    } else if (name == "end" || name == "until") {
      if (open.empty()) return std::nullopt;
      const Words::Word& block = open.back();
      if (word->begins_line && word->line != block.line && word->indent < block.indent) return block;
      open.pop_back();
    }
  }
  if (open.empty()) return std::nullopt;
  return open.back();
}

std::string advice_on_end(std::string_view text) {
  const std::optional<Words::Word> block = unclosed_block(text);
  if (!block) return {};
  if (block->text == "if" && line_of(text, block->line).find("else if") != std::string_view::npos)
    return fmt::format("; 'else if' of line {} opens another 'if', with an 'end' of its own: write elseif", block->line);
  return fmt::format("; the '{}' of line {} has no '{}'", block->text, block->line, block->text == "repeat" ? "until" : "end");
}

/// "n = n + 1" for "n += 1" in the line; empty where it has no such assignment.
std::string assignment(std::string_view line, std::string_view sign) {
  const std::size_t at = line.find(sign);
  if (at == std::string_view::npos) return {};
  const std::string_view before = trimmed(line.substr(0, at));
  std::size_t first = before.size();
  while (first > 0 &&
         (is_word_character(before[first - 1]) || std::string_view(".[]").find(before[first - 1]) != std::string_view::npos))
    --first;
  const std::string_view name = before.substr(first);
  std::string_view value = line.substr(at + sign.size());
  for (const std::string_view end : {";", "--", " end"}) value = value.substr(0, value.find(end));
  value = trimmed(value);
  if (name.empty()) return {};
  if (sign == "++" || sign == "--") value = "1";
  if (value.empty()) return {};
  const bool simple = value.find_first_of("+-*/%~&|<>= ") == std::string_view::npos;
  return fmt::format("{0} = {0} {1} {2}", name, sign[0], simple ? std::string(value) : fmt::format("({})", value));
}

struct Slip {
  std::string_view sign;
  std::string_view advice;  ///< empty: an assignment
};

constexpr Slip kSlips[] = {
    {"!==", "; in Lua 'not equal' is ~="},
    {"!=", "; in Lua 'not equal' is ~="},
    {"<>", "; in Lua 'not equal' is ~="},
    {"&&", "; in Lua that is written: and"},
    {"||", "; in Lua that is written: or"},
    {"!", "; in Lua that is written: not"},
    {"++", ""},
    {"+=", ""},
    {"-=", ""},
    {"*=", ""},
    {"/=", ""},
    {"%=", ""},
};

/// The sign of Lua's message "... near '+'": empty where it names none.
std::string_view near(std::string_view message) {
  constexpr std::string_view kNear = " near '";
  const std::size_t found = message.rfind(kNear);
  if (found == std::string_view::npos) return {};
  const std::string_view rest = message.substr(found + kNear.size());
  return rest.substr(0, rest.rfind('\''));
}

std::string advice_on_sign(std::string_view message, std::string_view line) {
  const std::string_view token = near(message);
  if (token.empty()) return {};
  for (const Slip& slip : kSlips) {
    if (!slip.sign.starts_with(token) || line.find(slip.sign) == std::string_view::npos) continue;
    if (!slip.advice.empty()) return std::string(slip.advice);
    const std::string written = assignment(line, slip.sign);
    return fmt::format("; Lua has no {}: write {}", slip.sign,
                       written.empty() ? fmt::format("n = n {} 1", slip.sign[0]) : written);
  }
  if (token == "=" && message.find("'then' expected") != std::string_view::npos) return "; in a condition 'equal' is ==";
  return {};
}

}  // namespace

std::string advice_on_syntax(std::string_view message, std::string_view text, int line) {
  if (message.find("near ") == std::string_view::npos) return {};
  std::string advice = advice_on_sign(message, line_of(text, line));
  return advice.empty() ? advice_on_end(text) : advice;
}

}  // namespace bouton::lua
