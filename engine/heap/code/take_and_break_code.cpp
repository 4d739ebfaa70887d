// Take-and-break games as text.
#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/heap/code/take_and_break.h"

namespace bouton {
namespace {

constexpr std::array<std::pair<std::string_view, HeapConstraint>, 3> kConstraints = {{
    {"unequal", HeapConstraint::unequal},
    {"not-all-equal", HeapConstraint::not_all_equal},
    {"all-equal", HeapConstraint::all_equal},
}};
constexpr std::string_view kSubtraction = "subtraction";
constexpr std::string_view kAllBut = "all-but";

/// Codes with more digits than this are printed as sets of numbers where they are such sets.
constexpr std::size_t kLongCode = 24;

class Parser {
 public:
  explicit Parser(std::string_view code) : code_(code) {}

  TakeAndBreak parse() {
    skip_spaces();
    if (accept_word(kSubtraction)) return finish(TakeAndBreak::subtraction(numbers()));
    if (accept_word(kAllBut)) return finish(TakeAndBreak::all_but(numbers()));
    return finish(digits());
  }

 private:
  [[noreturn]] void fail(std::string_view what) const {
    throw RequestError(fmt::format("code '{}', place {}: {}", code_, at_ + 1, what));
  }
  [[noreturn]] void expected(std::string_view what) const {
    if (at_ >= code_.size()) fail(fmt::format("{} is missing", what));
    fail(fmt::format("'{}' stands where {} should", code_[at_], what));
  }

  char peek() const { return at_ < code_.size() ? code_[at_] : '\0'; }
  bool accept(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  bool accept_word(std::string_view word) {
    if (code_.substr(at_, word.size()) != word) return false;
    const std::size_t end = at_ + word.size();
    if (end < code_.size() && code_[end] != ' ' && code_[end] != '{') return false;
    at_ = end;
    skip_spaces();
    return true;
  }
  void skip_spaces() {
    while (peek() == ' ') ++at_;
  }

  std::uint64_t number(std::uint64_t most, std::string_view what) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(code_.data() + at_, code_.data() + code_.size(), value);
    if (error == std::errc::invalid_argument) expected(what);
    if (error != std::errc() || value > most) fail(fmt::format("{} can be at most {}", what, most));
    at_ = static_cast<std::size_t>(end - code_.data());
    return value;
  }

  std::vector<std::int64_t> numbers() {
    if (!accept('{')) expected("'{' before the numbers of tokens");
    std::vector<std::int64_t> set;
    skip_spaces();
    if (accept('}')) return set;
    do {
      skip_spaces();
      const std::size_t first = at_;
      set.push_back(static_cast<std::int64_t>(number(TakeAndBreak::kMostRemoved, "a number of tokens")));
      if (set.back() == 0) {
        at_ = first;
        fail("a number of tokens must be at least 1");
      }
      skip_spaces();
    } while (accept(','));
    if (!accept('}')) expected("',' or '}'");
    return set;
  }

  static int hexadecimal(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return -1;
  }

  bool at_digit() const { return peek() == '{' || hexadecimal(peek()) >= 0; }

  HeapCounts digit() {
    if (const int value = hexadecimal(peek()); value >= 0) {
      ++at_;
      return HeapCounts::of_bits(static_cast<std::uint64_t>(value));
    }
    if (!accept('{')) expected("a digit 0-9, A-F or a set in braces");
    HeapCounts counts;
    skip_spaces();
    if (accept('}')) return counts;
    do {
      skip_spaces();
      const auto count = static_cast<unsigned>(number(HeapCounts::kMost, "a number of heaps"));
      if (accept('+')) counts.insert_from(count);
      else counts.insert(count);
      skip_spaces();
    } while (accept(','));
    if (!accept('}')) expected("',', '+' or '}'");
    return counts;
  }

  TakeAndBreak digits() {
    std::vector<HeapCounts> digits(1);
    if (at_digit()) {
      digits[0] = digit();
      if (digits[0].contains(0) || digits[0].contains(1))
        fail("the digit before the point must leave two heaps or more, since nothing is removed");
    }
    if (!accept('.')) expected("the point");
    std::size_t repeat = 0;
    while (at_digit()) digits.push_back(checked(digits.size(), digit()));
    if (accept('(')) {
      while (at_digit()) {
        digits.push_back(checked(digits.size(), digit()));
        ++repeat;
      }
      if (repeat == 0) expected("a digit that repeats");
      if (!accept(')')) expected("')'");
    } else if (code_.substr(at_, 3) == "...") {
      if (digits.size() == 1) fail("no digit stands before '...' to be repeated");
      at_ += 3;
      repeat = 1;
    }
    return TakeAndBreak(std::move(digits), repeat, constraint());
  }

  HeapCounts checked(std::size_t place, HeapCounts counts) const {
    if (place > TakeAndBreak::kMostRemoved) fail(fmt::format("more than {} digits", TakeAndBreak::kMostRemoved));
    return counts;
  }

  HeapConstraint constraint() {
    skip_spaces();
    for (const auto& [word, constraint] : kConstraints)
      if (accept_word(word)) return constraint;
    return HeapConstraint::none;
  }

  TakeAndBreak finish(TakeAndBreak game) {
    skip_spaces();
    if (at_ < code_.size())
      expected("a digit (0-9, A-F, or a set such as {2,3+}), a constraint (unequal, not-all-equal, all-equal) or the end");
    return game;
  }

  std::string_view code_;
  std::size_t at_ = 0;
};

std::string digit_text(const HeapCounts& counts) {
  if (counts.bounded() && counts.listed() < 16) return fmt::format("{:X}", counts.listed());
  std::string text = "{";
  for (unsigned count = 0; count <= HeapCounts::kMost && (counts.bounded() || count < counts.from()); ++count)
    if (counts.contains(count)) text += fmt::format("{}{}", text.size() > 1 ? "," : "", count);
  if (!counts.bounded()) text += fmt::format("{}{}+", text.size() > 1 ? "," : "", counts.from());
  return text + "}";
}

const HeapCounts& taken_or_left() {
  static const HeapCounts counts = HeapCounts::of_bits(3);
  return counts;
}

std::vector<HeapCounts> digits_for(std::span<const std::int64_t> set, HeapCounts in, HeapCounts out) {
  std::vector<HeapCounts> digits(1);
  for (const std::int64_t number : set) {
    if (number < 1 || static_cast<std::uint64_t>(number) > TakeAndBreak::kMostRemoved)
      throw RequestError(
          fmt::format("{} tokens cannot be removed; numbers from 1 to {} can", number, TakeAndBreak::kMostRemoved));
    const auto place = static_cast<std::size_t>(number);
    if (digits.size() <= place) digits.resize(place + 1, out);
    digits[place] = in;
  }
  digits[0] = {};
  return digits;
}

/// The places after the point whose digit is `counts`, as a set in braces.
std::string places(std::span<const HeapCounts> digits, HeapCounts counts) {
  std::string text;
  for (std::size_t k = 1; k < digits.size(); ++k)
    if (digits[k] == counts) text += fmt::format("{}{}", text.empty() ? "" : ",", k);
  return "{" + text + "}";
}

}  // namespace

TakeAndBreak TakeAndBreak::parse(std::string_view code) { return Parser(code).parse(); }

TakeAndBreak TakeAndBreak::subtraction(std::span<const std::int64_t> set) {
  return TakeAndBreak(digits_for(set, taken_or_left(), {}), 0, HeapConstraint::none);
}

TakeAndBreak TakeAndBreak::all_but(std::span<const std::int64_t> set) {
  std::vector<HeapCounts> digits = digits_for(set, {}, taken_or_left());
  digits.push_back(taken_or_left());
  return TakeAndBreak(std::move(digits), 1, HeapConstraint::none);
}

std::string TakeAndBreak::code() const {
  const auto is_set = [&](const HeapCounts& counts) { return counts.empty() || counts == taken_or_left(); };
  if (digits_.size() > kLongCode && constraint_ == HeapConstraint::none && std::ranges::all_of(digits_, is_set)) {
    if (repeat_ == 0) return fmt::format("{} {}", kSubtraction, places(digits_, taken_or_left()));
    if (repeat_ == 1) return fmt::format("{} {}", kAllBut, places(digits_, {}));
  }
  std::string text = digits_.empty() ? "0" : digit_text(digits_[0]);
  text += ".";
  const std::size_t before = digits_.size() - repeat_;
  for (std::size_t k = 1; k < before; ++k) text += digit_text(digits_[k]);
  if (digits_.size() <= 1) text += "0";
  if (repeat_ == 1) {
    text += digit_text(digits_.back()) + "...";
  } else if (repeat_ > 1) {
    text += "(";
    for (std::size_t k = before; k < digits_.size(); ++k) text += digit_text(digits_[k]);
    text += ")";
  }
  for (const auto& [word, constraint] : kConstraints)
    if (constraint == constraint_) text += fmt::format(" {}", word);
  return text;
}

}  // namespace bouton
