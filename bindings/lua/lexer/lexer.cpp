#include "bindings/lua/lexer/lexer.h"

#include <algorithm>
#include <string>

namespace bouton::lua {
namespace {

constexpr std::string_view kKeywords[] = {"and",      "break",  "do",   "else", "elseif", "end",  "false", "for",
                                          "function", "goto",   "if",   "in",   "local",  "nil",  "not",   "or",
                                          "repeat",   "return", "then", "true", "until",  "while"};

/// Signs of several characters; one that begins with another stands before it.
constexpr std::string_view kLongSigns[] = {"...", "..", "==", "~=", "<=", ">=", "//", "::", "<<", ">>"};

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

}  // namespace

std::optional<Token> Lexer::next() {
  skip_blanks();
  if (at_ == text_.size()) return std::nullopt;
  Token token{.kind = Token::Kind::sign, .text = {}, .begin = at_, .line = line_, .ended = true};
  token.kind = pass(token.ended);
  at_ = std::min(at_, text_.size());
  token.text = text_.substr(token.begin, at_ - token.begin);
  line_ += static_cast<int>(std::ranges::count(token.text, '\n'));
  return token;
}

void Lexer::skip_blanks() {
  for (; at_ < text_.size() && is_blank(text_[at_]); ++at_)
    if (text_[at_] == '\n') ++line_;
}

Token::Kind Lexer::pass(bool& ended) {
  const char c = text_[at_];
  if (rest().starts_with("--")) {
    at_ += 2;
    const std::optional<bool> closed = pass_long_bracket();
    ended = closed.value_or(true);
    if (!closed) at_ = std::min(text_.find('\n', at_), text_.size());
    return Token::Kind::comment;
  }
  if (c == '"' || c == '\'') {
    ended = pass_text(c);
    return Token::Kind::text;
  }
  if (const std::optional<bool> closed = pass_long_bracket()) {
    ended = *closed;
    return Token::Kind::text;
  }
  if (is_digit(c) || (c == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]))) {
    pass_number();
    return Token::Kind::number;
  }
  if (is_name_character(c)) {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_name_character(text_[at_])) ++at_;
    const bool is_keyword = std::ranges::find(kKeywords, text_.substr(begin, at_ - begin)) != std::end(kKeywords);
    return is_keyword ? Token::Kind::keyword : Token::Kind::name;
  }
  const auto sign = std::ranges::find_if(kLongSigns, [&](std::string_view known) { return rest().starts_with(known); });
  at_ += sign == std::end(kLongSigns) ? 1 : sign->size();
  return Token::Kind::sign;
}

/// Lua takes all that may belong to a number, and then looks whether it is one. So does this.
void Lexer::pass_number() {
  const bool is_hexadecimal = rest().starts_with("0x") || rest().starts_with("0X");
  const std::string_view exponent = is_hexadecimal ? "pP" : "eE";
  while (at_ < text_.size() && (is_name_character(text_[at_]) || text_[at_] == '.')) {
    const bool has_sign = exponent.find(text_[at_]) != std::string_view::npos;
    ++at_;
    if (has_sign && at_ < text_.size() && (text_[at_] == '+' || text_[at_] == '-')) ++at_;
  }
}

bool Lexer::pass_text(char quote) {
  for (++at_; at_ < text_.size() && text_[at_] != '\n'; ++at_) {
    if (text_[at_] == quote) {
      ++at_;
      return true;
    }
    if (text_[at_] != '\\') continue;
    ++at_;  // the character behind belongs to it, the end of a line too; behind \z, all blanks
    if (at_ < text_.size() && text_[at_] == 'z')
      while (at_ + 1 < text_.size() && is_blank(text_[at_ + 1])) ++at_;
  }
  return false;
}

std::optional<bool> Lexer::pass_long_bracket() {
  if (!rest().starts_with('[')) return std::nullopt;
  const std::size_t second = std::min(text_.find_first_not_of('=', at_ + 1), text_.size());
  if (second == text_.size() || text_[second] != '[') return std::nullopt;
  const std::string closing = "]" + std::string(second - at_ - 1, '=') + "]";
  const std::size_t found = text_.find(closing, second + 1);
  at_ = found == std::string_view::npos ? text_.size() : found + closing.size();
  return found != std::string_view::npos;
}

std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> tokens;
  Lexer lexer(text);
  while (const std::optional<Token> token = lexer.next()) tokens.push_back(*token);
  return tokens;
}

}  // namespace bouton::lua
