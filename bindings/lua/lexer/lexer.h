// The text of Lua as tokens: for colours, for messages, and for what is read of a rule file without running it.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace bouton::lua {

struct Token {
  enum class Kind { keyword, name, number, text, comment, sign };
  Kind kind = Kind::sign;
  std::string_view text;  ///< as it stands, with quotes and brackets; a part of what was read
  std::size_t begin = 0;  ///< where, in bytes
  int line = 1;           ///< of its first character, from 1
  bool ended = true;      ///< false: a text or a comment whose closing sign is missing

  std::size_t end() const { return begin + text.size(); }
  bool is(Kind wanted, std::string_view wanted_text) const { return kind == wanted && text == wanted_text; }
};

/// Splits a text of Lua 5.4 into tokens, as section 3.1 of its manual says. Blanks are passed over. What is not Lua is split as
/// well: a character that begins no token is a sign, and a text without its closing quote ends with its line. One walk.
class Lexer {
 public:
  /// `text` must outlive this object and its tokens.
  explicit Lexer(std::string_view text) : text_(text) {}

  /// The next token; nothing at the end.
  std::optional<Token> next();

 private:
  std::string_view rest() const { return text_.substr(at_); }
  void skip_blanks();
  /// Sets at_ behind the token that begins there, and `ended`.
  Token::Kind pass(bool& ended);
  void pass_number();
  bool pass_text(char quote);
  /// Past [[...]], [=[...]=] and so on. Nothing where none begins here, else whether it is closed.
  std::optional<bool> pass_long_bracket();

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
};

/// All tokens, comments too.
std::vector<Token> tokens_of(std::string_view text);

/// Whether `c` may stand in a name: a letter, a digit or '_', of ASCII.
constexpr bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

}  // namespace bouton::lua
