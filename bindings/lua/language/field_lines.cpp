#include "bindings/lua/language/field_lines.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "bindings/lua/lexer/lexer.h"

namespace bouton::lua {
namespace {

/// The tokens but for comments, and at the end one without text.
std::vector<Token> tokens_without_comments(std::string_view text) {
  std::vector<Token> tokens = tokens_of(text);
  std::erase_if(tokens, [](const Token& token) { return token.kind == Token::Kind::comment; });
  tokens.push_back({});
  return tokens;
}

class Constructors {
 public:
  explicit Constructors(const std::vector<Token>& tokens) : tokens_(tokens) {}

  FieldLines read(int line) {
    for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
      if ((text(i) != "game" && text(i) != "variant") || tokens_[i + 1].line < line) continue;
      at_ = i + 1;
      while (at_ < tokens_.size() && text(at_) != "{" && (text(at_) == "(" || is_text(at_) || text(at_) == ",")) ++at_;
      if (at_ >= tokens_.size() || text(at_) != "{") continue;
      read_table("", 0);
      break;
    }
    return std::move(lines_);
  }

 private:
  static constexpr int kMostDepth = 3;

  std::string_view text(std::size_t i) const { return tokens_[i].text; }
  bool is_text(std::size_t i) const { return tokens_[i].kind == Token::Kind::text; }
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
  const std::vector<Token> tokens = tokens_without_comments(text);
  return Constructors(tokens).read(line);
}

}  // namespace bouton::lua
