#include "engine/automata/long_words.h"

#include <algorithm>
#include <utility>

namespace bouton {
namespace {

/// Places of the least block, about.
constexpr std::size_t kLeastBlock = 128;
/// Bits beyond those of the number that is looked for.
constexpr std::size_t kGuard = 64;
/// How far below its estimate a number is taken: the words' values and the numbers' differ by less than that.
constexpr int kBelow = 3;

std::size_t bits_of(const Integer& n) { return mpz_sizeinbase(n.get_mpz_t(), 2); }

}  // namespace

LongWords::LongWords(const Numeration& system) : system_(system) {
  Level least;
  least.places = (kLeastBlock + system.period() - 1) / system.period() * system.period();
  const std::vector<Digit> zeros(least.places, 0);
  least.followers = system_.no_digits<Integer>();
  for (std::size_t place = 0; place < least.places; ++place) {
    weights_.push_back(least.followers[0]);
    least.followers = system_.one_digit_more(least.followers, place);
  }
  for (std::size_t i = 0; i < system_.order(); ++i) {
    least.images[i][i] = 1;
    for (std::size_t place = least.places; place-- > 0;) system_.extend(least.images[i], 0, place);
  }
  levels_.push_back(std::move(least));
}

/// What is read of at most a block's digits, of the last places.
LongWords::Prefix LongWords::read(std::span<const Digit> digits) const {
  Prefix read;
  for (std::size_t i = 0; i < digits.size(); ++i) system_.extend(read, digits[i], digits.size() - 1 - i);
  return read;
}

const LongWords::Level& LongWords::level(std::size_t number) {
  while (levels_.size() <= number) {
    const Level& half = levels_.back();
    Level whole;
    whole.places = 2 * half.places;
    for (std::size_t i = 0; i < system_.order(); ++i) {
      whole.images[i] = over_zeros(half, half.images[i]);
      whole.followers[i] = system_.value(whole.images[i]);
    }
    levels_.push_back(std::move(whole));
  }
  return levels_[number];
}

void LongWords::prepare_inverse(std::size_t number) {
  level(number);
  Level& level = levels_[number];
  if (level.inverse != 0) return;
  const std::size_t bits = bits_of(level.followers[0]);
  level.cut = bits > kGuard ? bits - kGuard : 0;
  level.shift = 2 * bits + kGuard;
  const Integer whole = value(level, level.images[0]);  // W(2 places)
  level.inverse = (level.followers[0] << level.shift) / whole;
}

LongWords::Prefix LongWords::over_zeros(const Level& level, const Prefix& prefix) const {
  Prefix result;
  for (std::size_t i = 0; i < system_.order(); ++i)
    for (std::size_t j = 0; j < system_.order(); ++j)
      if (prefix[i] != 0 && level.images[i][j] != 0) result[j] += prefix[i] * level.images[i][j];
  return result;
}

/// If a block of zeros follows.
Integer LongWords::value(const Level& level, const Prefix& prefix) const {
  Integer value = 0;
  for (std::size_t i = 0; i < system_.order(); ++i)
    if (prefix[i] != 0) value += prefix[i] * level.followers[i];
  return value;
}

LongWords::Prefix LongWords::prefix_of(std::span<const Digit> digits, std::size_t number) {
  if (number == 0) return read(digits);
  if (std::ranges::all_of(digits, [](Digit digit) { return digit == 0; })) return {};
  const std::size_t half = digits.size() / 2;
  Prefix result = over_zeros(level(number - 1), prefix_of(digits.first(half), number - 1));
  const Prefix behind = prefix_of(digits.subspan(half), number - 1);
  for (std::size_t i = 0; i < system_.order(); ++i) result[i] += behind[i];
  return result;
}

Integer LongWords::value_of(std::span<const Digit> digits) {
  std::size_t number = 0;
  while (levels_[0].places << number < digits.size()) ++number;
  std::vector<Digit> padded((levels_[0].places << number) - digits.size(), 0);
  padded.insert(padded.end(), digits.begin(), digits.end());
  return system_.value(prefix_of(padded, number));
}

std::vector<Digit> LongWords::digits_of(const Integer& n) {
  std::size_t number = 0;
  while (level(number).followers[0] <= n && value(level(number), level(number).images[0]) <= n) ++number;
  const bool in_one = levels_[number].followers[0] > n;
  if (!in_one) ++number;
  std::vector<Digit> digits(levels_[0].places << number);
  write(n, number, digits, false);
  digits.erase(digits.begin(), std::ranges::find_if(digits, [](Digit digit) { return digit != 0; }));
  return digits;
}

void LongWords::write_block(Integer n, std::span<Digit> digits) const {
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const Integer& weight = weights_[digits.size() - 1 - i];
    Digit digit = 0;
    for (; n >= weight; ++digit) n -= weight;
    digits[i] = digit;
  }
}

LongWords::Prefix LongWords::write(const Integer& n, std::size_t number, std::span<Digit> digits, bool wanted) {
  if (n == 0) {
    std::ranges::fill(digits, Digit{0});
    return {};
  }
  if (number == 0) {
    write_block(n, digits);
    return wanted ? read(digits) : Prefix();
  }
  prepare_inverse(number - 1);
  const std::size_t half = digits.size() / 2;
  const std::span<Digit> first = digits.first(half);
  Integer estimate = Integer((n >> levels_[number - 1].cut) * levels_[number - 1].inverse) >>
                     (levels_[number - 1].shift - levels_[number - 1].cut);
  Prefix high;
  Integer rest;
  for (int below = kBelow;; below *= 4) {
    const Integer h =
        std::min(Integer(std::max(Integer(estimate - below), Integer(0))), Integer(levels_[number - 1].followers[0] - 1));
    high = write(h, number - 1, first, true);
    rest = n - value(levels_[number - 1], high);
    if (rest >= 0) break;
  }
  for (Integer more = followers(levels_[number - 1], first); rest >= more; more = followers(levels_[number - 1], first)) {
    rest -= more;
    count_on(first, high, number - 1);
  }
  const Prefix behind = write(rest, number - 1, digits.subspan(half), wanted);
  if (!wanted) return {};
  Prefix result = over_zeros(levels_[number - 1], high);
  for (std::size_t i = 0; i < system_.order(); ++i) result[i] += behind[i];
  return result;
}

/// What matters of the first `count` digits to what may follow: no more of them than the system has tails.
Numeration::Tail LongWords::tail(std::span<const Digit> digits, std::size_t count) const {
  Numeration::Tail tail = 0;
  for (std::size_t i = count - std::min(count, system_.order()); i < count; ++i)
    tail = system_.after(tail, digits[i], digits.size() - 1 - i).value_or(0);
  return tail;
}

const Integer& LongWords::followers(const Level& block, std::span<const Digit> digits) const {
  return block.followers[tail(digits, digits.size())];
}

/// The digit is raised in the last place where that is allowed, and zeros follow.
void LongWords::count_on(std::span<Digit> digits, Prefix& prefix, std::size_t number) {
  std::size_t place = digits.size();
  std::vector<Digit> before(digits.begin(), digits.end());
  while (place-- > 0) {
    const auto raised = static_cast<Digit>(digits[place] + 1);
    if (raised < system_.digits() && system_.after(tail(digits, place), raised, digits.size() - 1 - place)) {
      digits[place] = raised;
      break;
    }
    digits[place] = 0;
  }
  constexpr std::size_t kFew = 512;
  if (digits.size() - place > kFew) {
    prefix = prefix_of(digits, number);
    return;
  }
  const Prefix now = read(digits.subspan(place)), then = read(std::span<const Digit>(before).subspan(place));
  for (std::size_t i = 0; i < system_.order(); ++i) prefix[i] += now[i] - then[i];
}

}  // namespace bouton
