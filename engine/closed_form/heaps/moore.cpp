#include "engine/closed_form/heaps/moore.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "engine/closed_form/wording.h"

namespace bouton {
namespace {

std::size_t bit_length(const BigPosition& piles) {
  std::size_t bits = 0;
  for (const Integer& pile : piles) bits = std::max(bits, mpz_sizeinbase(pile.get_mpz_t(), 2));
  return bits;
}

bool has_bit(const Integer& number, std::size_t bit) { return mpz_tstbit(number.get_mpz_t(), bit) != 0; }

/// `count` of the numbers 0..size-1, ascending; runs through all of them in lexicographic order.
class Combination {
 public:
  Combination(std::size_t size, std::size_t count) : size_(size), chosen_(count) { reset(); }
  const std::vector<std::size_t>& chosen() const { return chosen_; }
  void reset() {
    for (std::size_t i = 0; i < chosen_.size(); ++i) chosen_[i] = i;
  }
  bool next() {
    for (std::size_t i = chosen_.size(); i-- > 0;) {
      if (chosen_[i] == size_ - chosen_.size() + i) continue;
      ++chosen_[i];
      for (std::size_t j = i + 1; j < chosen_.size(); ++j) chosen_[j] = chosen_[j - 1] + 1;
      return true;
    }
    return false;
  }

 private:
  std::size_t size_;
  std::vector<std::size_t> chosen_;
};

/// Runs through the moves from an N-position to P-positions.
///
/// It decides bit by bit from the highest. A pile that was lowered at some bit is *loose*: its lower bits are free.
/// With c of the other piles having the bit, some x of them are lowered here, and y loose ones get the bit, where
/// c - x + y is divisible by k + 1 and at most k piles are loose in all. Such x and y exist whatever was decided above,
/// with l loose piles and r = c mod (k + 1): x = 0 and y = k + 1 - r if r = 0 or that is <= l, else x = r and y = 0, as
/// then l + r <= k. So no path ends before the lowest bit, and each gives another move.
class MooreMoves {
 public:
  MooreMoves(const BigPosition& piles, std::size_t k) : piles_(piles), k_(k), to_(piles), is_loose_(piles.size()) {
    descend(bit_length(piles));
  }

  /// Where the current move leads.
  const BigPosition& current() const { return to_; }

  /// Goes on to another move; false if there is none.
  bool next() {
    while (!choices_.empty()) {
      Choice& choice = choices_.back();
      while (loose_.size() > choice.loose_before) {
        to_[loose_.back()] = piles_[loose_.back()];
        is_loose_[loose_.back()] = false;
        loose_.pop_back();
      }
      const std::size_t bit = choice.bit;
      const std::vector<std::size_t> ones = tight_ones(bit);
      if (choice.raised.next()) {
        apply(choice, ones);
      } else if (choice.lowered.next()) {
        choice.raised.reset();
        apply(choice, ones);
      } else if (std::optional<Choice> other = choice_from(bit, ones.size(), choice.lowered.chosen().size() + 1)) {
        choice = *std::move(other);
        apply(choice, ones);
      } else {
        choices_.pop_back();
        continue;
      }
      descend(bit);
      return true;
    }
    return false;
  }

 private:
  struct Choice {
    std::size_t bit;
    std::size_t loose_before;
    Combination lowered;  ///< among the tight piles that have the bit
    Combination raised;   ///< among the loose piles
  };

  std::vector<std::size_t> tight_ones(std::size_t bit) const {
    std::vector<std::size_t> ones;
    for (std::size_t i = 0; i < piles_.size(); ++i)
      if (!is_loose_[i] && has_bit(piles_[i], bit)) ones.push_back(i);
    return ones;
  }

  /// The first choice that lowers at least `least` of `ones` piles.
  std::optional<Choice> choice_from(std::size_t bit, std::size_t ones, std::size_t least) const {
    const std::size_t loose = loose_.size();
    for (std::size_t lowered = least; lowered <= std::min(ones, k_ - loose); ++lowered) {
      const std::size_t left = (ones - lowered) % (k_ + 1);
      const std::size_t raised = left == 0 ? 0 : k_ + 1 - left;
      if (raised <= loose) return Choice{bit, loose, Combination(ones, lowered), Combination(loose, raised)};
    }
    return std::nullopt;
  }

  void apply(const Choice& choice, const std::vector<std::size_t>& ones) {
    for (const std::size_t pile : loose_) mpz_clrbit(to_[pile].get_mpz_t(), choice.bit);
    for (const std::size_t i : choice.raised.chosen()) mpz_setbit(to_[loose_[i]].get_mpz_t(), choice.bit);
    for (const std::size_t i : choice.lowered.chosen()) {
      mpz_clrbit(to_[ones[i]].get_mpz_t(), choice.bit);
      is_loose_[ones[i]] = true;
      loose_.push_back(ones[i]);
    }
  }

  /// Takes the first choice at every bit below `bit`.
  void descend(std::size_t bit) {
    while (bit-- > 0) {
      const std::vector<std::size_t> ones = tight_ones(bit);
      if (ones.empty() && loose_.empty()) continue;
      choices_.push_back(*choice_from(bit, ones.size(), 0));
      apply(choices_.back(), ones);
    }
  }

  const BigPosition& piles_;
  std::size_t k_;
  BigPosition to_;
  std::vector<bool> is_loose_;
  std::vector<std::size_t> loose_;  ///< in the order in which they became so
  std::vector<Choice> choices_;     ///< from the highest bit on
};

/// Whether the rule lists a before b: it takes from piles in ascending order, goes through the takes of a pile in
/// ascending order, and lists a move before those that go on with it.
bool listed_before(const BigPosition& from, const BigPosition& a, const BigPosition& b) {
  const auto differs = std::ranges::mismatch(a, b);
  if (differs.in1 == a.end()) return false;
  const auto i = static_cast<std::size_t>(differs.in1 - a.begin());
  const bool a_takes = a[i] != from[i];
  const bool b_takes = b[i] != from[i];
  if (a_takes && b_takes) return a[i] > b[i];
  // One leaves pile i alone. It comes first if that was all; else the other does, as its next pile is an earlier one.
  const BigPosition& leaves = a_takes ? b : a;
  const bool ends =
      std::equal(leaves.begin() + static_cast<std::ptrdiff_t>(i), leaves.end(), from.begin() + static_cast<std::ptrdiff_t>(i));
  return ends != a_takes;
}

class MooreForm final : public ClosedForm {
 public:
  explicit MooreForm(std::size_t k) : ClosedForm(Domain::piles({.name = "a"})), k_(k) {}

  std::string theorem() const override {
    return "Moore (1910): P iff for every power of two, the number of piles that have it is divisible by k + 1";
  }

  Evidence evidence(const BigPosition& piles, const Domain& domain) override {
    Evidence evidence;
    add_table(piles, domain, evidence);
    const std::string rule = fmt::format("at every place the number of ones is divisible by k + 1 = {}", k_ + 1);
    WinningMoves winning = *find_winning_moves(piles, 1);
    if (winning.moves.empty()) {
      evidence.sentences.push_back(
          fmt::format("Written in binary one below the other, {}. A move changes {} at most: at the highest place that it "
                      "changes it takes away "
                      "ones, too few for the number to be divisible again, and the answer makes it so everywhere.",
                      rule, k_ == 1 ? "one pile" : fmt::format("{} piles", k_)));
      return evidence;
    }
    evidence.move = std::move(winning.moves.front());
    evidence.sentences.push_back(
        fmt::format("Written in binary one below the other, it is not true that {}. So {}: in {} it is true, and whatever the "
                    "opponent does there makes it untrue again.",
                    rule, taken(piles, evidence.move->to, domain), to_string(evidence.move->to)));
    return evidence;
  }

 private:
  /// The piles in binary, and below them how many ones stand at each place.
  static void add_table(const BigPosition& piles, const Domain& domain, Evidence& evidence) {
    const std::size_t digits = bit_length(piles);
    if (digits > kMostBinaryDigits || piles.size() > 9 || digits == 0) return;
    std::string counts(digits, '0');
    for (std::size_t i = 0; i < piles.size(); ++i) {
      const std::string row = binary(piles[i], digits);
      for (std::size_t place = 0; place < digits; ++place)
        counts[place] = static_cast<char>(counts[place] + (row[place] - '0'));
      evidence.table.push_back({domain.coordinate_name(i), piles[i].get_str(), row});
    }
    evidence.table.push_back({"ones", "", counts});
  }

  Result<Outcome> find_outcome(const BigPosition& piles) override {
    for (std::size_t bit = bit_length(piles); bit-- > 0;) {
      const auto ones = std::ranges::count_if(piles, [bit](const Integer& pile) { return has_bit(pile, bit); });
      if (static_cast<std::size_t>(ones) % (k_ + 1) != 0) return Outcome::N;
    }
    return Outcome::P;
  }

  Result<WinningMoves> find_winning_moves(const BigPosition& piles, std::size_t at_most) override {
    WinningMoveList list(at_most);
    if (*find_outcome(piles) == Outcome::P) return list.take();
    MooreMoves moves(piles, k_);
    do list.add("", moves.current());
    while (list.open() && moves.next());
    WinningMoves result = list.take();
    std::ranges::sort(result.moves,
                      [&](const WinningMove& a, const WinningMove& b) { return listed_before(piles, a.to, b.to); });
    return result;
  }

  std::size_t k_;
};

}  // namespace

Result<std::unique_ptr<ClosedForm>> moore_form(const Integer& k) {
  if (k < 1) return Refusal{fmt::format("Moore's theorem needs k >= 1, not {}", k.get_str())};
  // More than there can be piles is as good as any.
  constexpr auto kMost = static_cast<unsigned long>(std::numeric_limits<std::int32_t>::max());
  return std::unique_ptr<ClosedForm>(std::make_unique<MooreForm>(k > kMost ? kMost : k.get_ui()));
}

}  // namespace bouton
