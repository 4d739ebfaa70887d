#include "bindings/lua/language/field_lines.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <vector>

namespace bouton::lua {
namespace {

/// A word, a string (its text is "\"") or a sign of one character, and its line. At the end of the text, an empty one.
struct Token {
  std::string_view text;
  int line = 1;
};

bool is_word_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Splits a text of Lua into words and signs; comments are passed over.
class Words {
 public:
  explicit Words(std::string_view text) : text_(text) {}

  std::vector<Token> all() {
    std::vector<Token> tokens;
    do tokens.push_back(next());
    while (!tokens.back().text.empty());
    return tokens;
  }

 private:
  Token next() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (std::isspace(static_cast<unsigned char>(c)) != 0) {
        skip(1);
      } else if (text_.substr(at_, 2) == "--") {
        skip(2);
        if (!skip_long_bracket()) skip(std::min(text_.find('\n', at_), text_.size()) - at_);
      } else {
        return read(c);
      }
    }
    return {{}, line_};
  }

  Token read(char c) {
    const int line = line_;
    const std::size_t start = at_;
    if (is_word_character(c)) {
      while (at_ < text_.size() && is_word_character(text_[at_])) ++at_;
      return {text_.substr(start, at_ - start), line};
    }
    if (c == '"' || c == '\'') {
      skip(1);
      while (at_ < text_.size() && text_[at_] != c) skip(text_[at_] == '\\' ? 2 : 1);
      skip(1);
      return {"\"", line};
    }
    if (c == '[' && skip_long_bracket()) return {"\"", line};
    // What matters of signs of two characters is that == is no assignment.
    for (const std::string_view sign : {"==", "~=", "<=", ">=", ".."})
      if (text_.substr(at_, 2) == sign) {
        skip(2);
        return {sign, line};
      }
    skip(1);
    return {text_.substr(start, 1), line};
  }

  /// Passes over [[...]], [=[...]=] and so on, if one begins here.
  bool skip_long_bracket() {
    std::size_t end = at_ + 1;
    if (at_ >= text_.size() || text_[at_] != '[') return false;
    while (end < text_.size() && text_[end] == '=') ++end;
    if (end >= text_.size() || text_[end] != '[') return false;
    const std::string closing = "]" + std::string(end - at_ - 1, '=') + "]";
    const std::size_t found = text_.find(closing, end);
    skip(found == std::string_view::npos ? text_.size() - at_ : found + closing.size() - at_);
    return true;
  }

  void skip(std::size_t count) {
    const std::size_t end = std::min(at_ + count, text_.size());
    line_ += static_cast<int>(
        std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_), text_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
    at_ = end;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
};

class Constructors {
 public:
  explicit Constructors(const std::vector<Token>& tokens) : tokens_(tokens) {}

  FieldLines read(int line) {
    for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
      if ((text(i) != "game" && text(i) != "variant") || tokens_[i + 1].line < line) continue;
      at_ = i + 1;
      while (at_ < tokens_.size() && text(at_) != "{" && (text(at_) == "(" || text(at_) == "\"" || text(at_) == ",")) ++at_;
      if (at_ >= tokens_.size() || text(at_) != "{") continue;
      read_table("", 0);
      break;
    }
    return std::move(lines_);
  }

 private:
  static constexpr int kMostDepth = 3;

  std::string_view text(std::size_t i) const { return tokens_[i].text; }
  bool at_end() const { return text(at_).empty(); }

  /// From the brace that opens a table to behind the one that closes it.
  void read_table(const std::string& path, int depth) {
    ++at_;
    for (int number = 1; !at_end() && text(at_) != "}";) {
      const bool named = at_ + 1 < tokens_.size() && text(at_ + 1) == "=";
      const std::string name = named ? std::string(text(at_)) : std::to_string(number++);
      const std::string field = path.empty() ? name : path + "." + name;
      lines_.emplace(field, tokens_[at_].line);
      if (named) at_ += 2;
      if (!at_end() && text(at_) == "{" && depth < kMostDepth) read_table(field, depth + 1);
      skip_value();
    }
    if (!at_end()) ++at_;
  }

  /// To behind the comma that ends a value, or to the brace that closes the table.
  void skip_value() {
    int depth = 0;
    for (; !at_end(); ++at_) {
      const std::string_view word = text(at_);
      if (depth == 0 && word == "}") return;
      if (depth == 0 && (word == "," || word == ";")) {
        ++at_;
        return;
      }
      if (is_one_of(word, kOpening)) ++depth;
      if (is_one_of(word, kClosing)) --depth;
    }
  }

  static constexpr std::array<std::string_view, 7> kOpening = {"{", "(", "[", "function", "if", "do", "repeat"};
  static constexpr std::array<std::string_view, 5> kClosing = {"}", ")", "]", "end", "until"};
  static bool is_one_of(std::string_view word, std::span<const std::string_view> words) {
    return std::ranges::find(words, word) != words.end();
  }

  const std::vector<Token>& tokens_;
  std::size_t at_ = 0;
  FieldLines lines_;
};

}  // namespace

FieldLines field_lines(std::string_view text, int line) {
  const std::vector<Token> tokens = Words(text).all();
  return Constructors(tokens).read(line);
}

}  // namespace bouton::lua
