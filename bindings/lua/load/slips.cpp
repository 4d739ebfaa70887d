// A syntax error is where Lua cannot go on, which is not always where the author went wrong. The token that it names shows most
// slips: operators of other languages. A missing 'end' is found by the indentation: an 'end' that begins its line further left
// than the line of the block that it closes was meant for another one, and that block has none.
#include "bindings/lua/load/slips.h"

#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "bindings/lua/lexer/lexer.h"

namespace bouton::lua {
namespace {

std::string_view line_of(std::string_view text, int line) {
  for (int i = 1; i < line && !text.empty(); ++i) text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  return text.substr(0, text.find('\n'));
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// A keyword that opens or closes a block, and how its line begins.
struct BlockWord {
  std::string_view text;
  int line = 1;
  std::size_t indent = 0;  ///< of its line
  bool begins_line = false;
};

/// The keywords of a text, one after another.
class BlockWords {
 public:
  explicit BlockWords(std::string_view text) : text_(text), lexer_(text) {}

  std::optional<BlockWord> next() {
    while (const std::optional<Token> token = lexer_.next()) {
      if (token->line != line_) begin_line(*token);
      if (token->kind == Token::Kind::keyword) return BlockWord{token->text, line_, indent_, token->begin == first_};
    }
    return std::nullopt;
  }

 private:
  void begin_line(const Token& token) {
    line_ = token.line;
    const std::size_t start = text_.substr(0, token.begin).rfind('\n') + 1;  // 0 in the first line
    first_ = text_.find_first_not_of(" \t\r", start);
    indent_ = first_ - start;
  }

  std::string_view text_;
  Lexer lexer_;
  int line_ = 0;
  std::size_t first_ = 0, indent_ = 0;  ///< of the line: where its first character is, and how many blanks stand before it
};

/// The block that has no 'end', as its indentation tells.
std::optional<BlockWord> unclosed_block(std::string_view text) {
  std::vector<BlockWord> open;
  BlockWords words(text);
  bool loop_head = false;  // the next 'do' belongs to a for or a while
  while (const std::optional<BlockWord> word = words.next()) {
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
      const BlockWord& block = open.back();
      if (word->begins_line && word->line != block.line && word->indent < block.indent) return block;
      open.pop_back();
    }
  }
  if (open.empty()) return std::nullopt;
  return open.back();
}

std::string advice_on_end(std::string_view text) {
  const std::optional<BlockWord> block = unclosed_block(text);
  if (!block) return {};
  if (block->text == "if" && line_of(text, block->line).find("else if") != std::string_view::npos)
    return fmt::format("; 'else if' of line {} opens another 'if', with an 'end' of its own: write elseif", block->line);
  return fmt::format("; the '{}' of line {} has no '{}'", block->text, block->line, block->text == "repeat" ? "until" : "end");
}

bool ends_operand(const Token& token) {
  using Kind = Token::Kind;
  if (token.kind == Kind::keyword) return token.text == "nil" || token.text == "true" || token.text == "false";
  if (token.kind == Kind::sign) return token.text == ")" || token.text == "]" || token.text == "}" || token.text == "...";
  return token.kind == Kind::name || token.kind == Kind::number || token.kind == Kind::text;
}

/// The expression that the text begins with: up to what begins another statement, or ends a block.
std::string_view expression_in(std::string_view text) {
  using Kind = Token::Kind;
  Lexer lexer(text);
  std::size_t end = 0;
  bool after_operand = false;
  while (const std::optional<Token> token = lexer.next()) {
    const bool joins = token->is(Kind::keyword, "and") || token->is(Kind::keyword, "or") || token->is(Kind::keyword, "not");
    if (token->kind == Kind::comment || token->is(Kind::sign, ";")) break;
    if (token->kind == Kind::keyword && !joins && !ends_operand(*token)) break;
    if (after_operand && (token->kind == Kind::name || token->kind == Kind::number || (token->kind == Kind::keyword && !joins)))
      break;
    end = token->end();
    after_operand = ends_operand(*token);
  }
  return trimmed(text.substr(0, end));
}

/// "n = n + 1" for "n += 1" in the line; empty where it has no such assignment.
std::string assignment(std::string_view line, std::string_view sign) {
  const std::size_t at = line.find(sign);
  if (at == std::string_view::npos) return {};
  const std::string_view before = trimmed(line.substr(0, at));
  std::size_t first = before.size();
  while (first > 0 &&
         (is_name_character(before[first - 1]) || std::string_view(".[]").find(before[first - 1]) != std::string_view::npos))
    --first;
  const std::string_view name = before.substr(first);
  std::string_view value = expression_in(line.substr(at + sign.size()));
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
