#include "engine/closed_form/wording.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/position/powers_and_roots.h"

namespace bouton {

namespace {

constexpr std::size_t kMostDigits = 40, kShown = 12;

/// Of a number with many digits, which are not all found for it.
std::string brief_of_long(const Integer& number) {
  const std::size_t digits = mpz_sizeinbase(number.get_mpz_t(), 10);  // or one more than there are
  const std::string first = Integer(number / power(10, digits - kShown - 1)).get_str();
  const std::string last = Integer(number % power(10, kShown)).get_str();
  return fmt::format("{}...{:0>{}} ({} digits)", first.substr(0, kShown), last, kShown, digits - (kShown + 1) + first.size());
}

}  // namespace

std::string brief(const Integer& number) {
  if (number > 0 && mpz_sizeinbase(number.get_mpz_t(), 10) > kMostDigits + 1) return brief_of_long(number);
  std::string text = number.get_str();
  if (text.size() <= kMostDigits) return text;
  return fmt::format("{}...{} ({} digits)", text.substr(0, kShown), text.substr(text.size() - kShown), text.size());
}

std::string brief(const BigPosition& position) {
  std::string text;
  for (const Integer& number : position) text += (text.empty() ? "" : ",") + brief(number);
  return text;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) text += (i == 0 ? "" : i + 1 < words.size() ? ", " : " and ") + words[i];
  return text;
}

std::string taken(const BigPosition& from, const BigPosition& to, const Domain& domain) {
  std::vector<std::string> takes;
  for (std::size_t i = 0; i < from.size(); ++i)
    if (to[i] < from[i]) takes.push_back(fmt::format("{} from {}", brief(from[i] - to[i]), domain.coordinate_name(i)));
  return "take " + joined(takes);
}

std::string binary(const Integer& number, std::size_t digits) {
  const std::string text = number.get_str(2);
  return std::string(digits - std::min(digits, text.size()), '0') + text;
}

std::size_t binary_digits(const std::vector<Evidence::Heap>& heaps) {
  std::size_t digits = 1;
  for (const Evidence::Heap& heap : heaps) digits = std::max(digits, mpz_sizeinbase(heap.size.get_mpz_t(), 2));
  return digits;
}

std::vector<std::vector<std::string>> nim_sum_table(const std::vector<Evidence::Heap>& heaps) {
  std::vector<std::vector<std::string>> rows;
  const std::size_t digits = binary_digits(heaps);
  if (heaps.empty() || digits > kMostBinaryDigits) return rows;
  Integer sum = 0;
  for (const Evidence::Heap& heap : heaps) {
    sum ^= heap.size;
    rows.push_back({heap.name, heap.size.get_str(), binary(heap.size, digits)});
  }
  rows.push_back({"nim-sum", sum.get_str(), binary(sum, digits)});
  return rows;
}

}  // namespace bouton
