// Reads which types a source file defines.
#pragma once

#include <cctype>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

/// Names, numbers, "::" and single signs of C++ text; nothing of comments, literals and the preprocessor's lines.
class Words {
 public:
  explicit Words(const std::string& text) : text_(text) {
    while (at_ < text_.size()) read_one();
  }
  std::vector<std::string> take() { return std::move(words_); }

 private:
  static bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
  bool comes(const char* what) const { return text_.compare(at_, std::char_traits<char>::length(what), what) == 0; }
  /// Goes past the next place of `what`, or to the end.
  void pass(const std::string& what, std::size_t from) {
    const std::size_t found = text_.find(what, from);
    at_ = found == std::string::npos ? text_.size() : found + what.size();
  }

  void read_one() {
    const char c = text_[at_];
    if (c == '\n') line_begins_ = true;
    if (std::isspace(static_cast<unsigned char>(c)) != 0) ++at_;
    else if (comes("//")) pass("\n", at_);
    else if (comes("/*")) pass("*/", at_);
    else if (c == '#' && line_begins_) pass_directive();
    else if (c == '"' && !words_.empty() && words_.back().ends_with('R')) pass_raw_literal();
    else if (c == '"' || c == '\'') pass_literal(c);
    else read_word();
  }

  void pass_directive() {
    do pass("\n", at_);
    while (at_ < text_.size() && text_[at_ - 2] == '\\');
  }

  void pass_raw_literal() {
    words_.pop_back();
    const std::size_t open = text_.find('(', at_);
    pass(")" + text_.substr(at_ + 1, open - at_ - 1) + "\"", open);
  }

  void pass_literal(char quote) {
    for (++at_; at_ < text_.size() && text_[at_] != quote; ++at_)
      if (text_[at_] == '\\') ++at_;
    ++at_;
  }

  void read_word() {
    line_begins_ = false;
    const std::size_t from = at_;
    const bool is_number = std::isdigit(static_cast<unsigned char>(text_[at_])) != 0;
    while (at_ < text_.size() && (is_name(text_[at_]) || (is_number && text_[at_] == '\''))) ++at_;
    if (at_ == from) at_ += comes("::") ? 2 : 1;
    words_.push_back(text_.substr(from, at_ - from));
  }

  const std::string& text_;
  std::size_t at_ = 0;
  bool line_begins_ = true;
  std::vector<std::string> words_;
};

inline bool is_word(const std::string& word) {
  return word[0] == '_' || std::isalpha(static_cast<unsigned char>(word[0])) != 0;
}

/// The types that a file defines at namespace scope: classes, structures, unions, enumerations, and names by `using`. What is
/// only declared is none, and what lies in a type or a function belongs to it, but for a type that is defined outside of the
/// one in which it lies: "A::B".
class TypeReader {
 public:
  explicit TypeReader(const std::string& text) : words_(Words(text).take()) {}

  /// By qualified name; of a name by `using` what it stands for, of the others nothing. What lies in an unnamed namespace has
  /// "(unnamed)" in its name.
  std::map<std::string, std::string> read() {
    while (at_ < words_.size()) read_scope("");
    return std::move(found_);
  }

 private:
  bool comes(const char* word, std::size_t later = 0) const {
    return at_ + later < words_.size() && words_[at_ + later] == word;
  }

  /// To the brace that closes it.
  void read_scope(const std::string& scope) {
    while (at_ < words_.size()) {
      if (comes("}")) {
        ++at_;
        return;
      }
      if (comes("inline") && comes("namespace", 1)) ++at_;
      if (comes("namespace")) {
        read_namespace(scope);
      } else if (comes("extern") && comes("{", 1)) {
        at_ += 2;
        read_scope(scope);
      } else {
        read_declaration(scope);
      }
    }
  }

  void read_namespace(const std::string& scope) {
    std::string name;
    for (++at_; at_ < words_.size() && !comes("{") && !comes(";"); ++at_)
      if (!comes("inline")) name += words_[at_];
    const bool is_alias = comes(";");
    ++at_;
    if (!is_alias) read_scope(scope + (name.empty() ? "(unnamed)" : name) + "::");
  }

  void read_declaration(const std::string& scope) {
    while (comes("template")) pass_angles();
    const std::vector<std::string> head = take_head();
    if (head.size() > 2 && head[0] == "using" && head[2] == "=") {
      std::string& type = found_[scope + head[1]];
      for (std::size_t i = 3; i < head.size(); ++i) type += head[i] + " ";
    } else if (const std::string name = defined_by(head); !name.empty() && comes("{")) {
      found_[scope + name];
    }
    if (comes("{")) pass_block();
    else if (comes(";")) ++at_;
  }

  /// template <...>
  void pass_angles() {
    ++at_;
    int open = 0;
    for (; at_ < words_.size(); ++at_) {
      open += comes("<") ? 1 : comes(">") ? -1 : 0;
      if (open == 0) break;
    }
    ++at_;
  }

  /// What stands before the body, the initialiser or the end of a declaration.
  std::vector<std::string> take_head() {
    std::vector<std::string> head;
    int open = 0;
    while (at_ < words_.size() && (open > 0 || !(comes("{") || comes(";") || comes("}")))) {
      if (comes("{")) {
        pass_block();
        continue;
      }
      open += comes("(") || comes("[") ? 1 : comes(")") || comes("]") ? -1 : 0;
      head.push_back(words_[at_++]);
    }
    return head;
  }

  void pass_block() {
    int open = 0;
    for (; at_ < words_.size(); ++at_) {
      open += comes("{") ? 1 : comes("}") ? -1 : 0;
      if (open == 0) break;
    }
    ++at_;
  }

  /// The name of the class, structure, union or enumeration whose body follows this head; empty if that is something else.
  static std::string defined_by(const std::vector<std::string>& head) {
    static const std::set<std::string> kKinds = {"class", "struct", "union", "enum"};
    std::size_t i = 0;
    while (i < head.size() && kKinds.contains(head[i])) ++i;
    if (i == 0) return "";
    if (i < head.size() && head[i] == "alignas")
      while (head[i++] != ")") {}
    std::string name;
    bool is_qualified = true;  // a name may come
    for (; i < head.size() && head[i] != "final" && head[i] != ":"; ++i) {
      if (name.ends_with('>') || (is_word(head[i]) && !is_qualified)) return "";  // struct stat known{}
      is_qualified = !is_word(head[i]);
      name += head[i];
      if (head[i] != "<") continue;
      for (int open = 1; open > 0 && ++i < head.size(); name += head[i]) open += head[i] == "<" ? 1 : head[i] == ">" ? -1 : 0;
    }
    return name.find_first_of("(=") == std::string::npos ? name : "";
  }

  std::vector<std::string> words_;
  std::size_t at_ = 0;
  std::map<std::string, std::string> found_;
};
