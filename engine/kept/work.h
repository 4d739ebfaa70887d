// Which work a file is of that later runs go on from.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace bouton {

/// Work, as facts: what is computed, of which rules (engine/rules/work_of_game.h), how it is written; all that what a file
/// keeps may depend on. Two works with the same facts in the same order are the same.
class Work {
 public:
  /// Of a kind such as "survey".
  explicit Work(std::string_view kind) { add("work", kind); }

  /// `name` is a word or some, for people and without a colon.
  Work& add(std::string_view name, std::string_view value);
  Work& add(std::string_view name, std::uint64_t value);
  /// A line for each fact, "NAME: VALUE", of plain text. Of a value that is none it has a checksum, too, so that different
  /// facts are different texts.
  const std::string& text() const { return text_; }
  std::uint64_t checksum() const;

 private:
  std::string text_;
};

/// Checksum of a text.
std::uint64_t checksum_of_text(std::string_view text);

/// What tells two works apart, each given as its text: "play: normal there, misere here", at most some of it; empty where they
/// are the same.
std::string difference_of_works(std::string_view there, std::string_view here);

}  // namespace bouton
