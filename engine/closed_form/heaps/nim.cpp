#include "engine/closed_form/heaps/nim.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/closed_form/wording.h"

namespace bouton {
namespace {

class NimForm final : public ClosedForm {
 public:
  explicit NimForm(Play play) : ClosedForm(Domain::piles({.name = "a"})), play_(play) {}

  Play play() const override { return play_; }
  std::string theorem() const override {
    if (play_ == Play::normal) return "Bouton (1901): the Grundy value is the nim-sum of the heaps";
    return "Bouton (1901): P iff the nim-sum is 0 where some heap is above 1, else iff an odd number of heaps is 1";
  }
  Evidence evidence(const BigPosition& heaps, const Domain& domain) override {
    Evidence evidence;
    WinningMoves winning = *find_winning_moves(heaps, 1);
    if (!winning.moves.empty()) evidence.move = std::move(winning.moves.front());
    if (play_ == Play::normal && heaps.size() == 1) {
      evidence.sentences.emplace_back(heaps[0] == 0 ? "Nothing is left to take."
                                                    : "There is one heap: whoever takes all of it makes the last move.");
      return evidence;
    }
    for (std::size_t i = 0; i < heaps.size(); ++i) evidence.heaps.push_back({domain.coordinate_name(i), heaps[i]});
    if (binary_digits(evidence.heaps) > kMostBinaryDigits)
      evidence.sentences.push_back(fmt::format("The nim-sum is {}.", brief(nim_sum(heaps))));
    if (play_ == Play::misere && count_above_one(heaps) <= (evidence.move ? 1U : 0U)) add_ones(heaps, domain, evidence);
    else add_nim(heaps, domain, evidence);
    return evidence;
  }

 private:
  /// As under normal play: the move makes the nim-sum 0. Under misère play some heap is then above 1, so two of them at least.
  void add_nim(const BigPosition& heaps, const Domain& domain, Evidence& evidence) const {
    if (!evidence.move) {
      evidence.sentences.push_back(fmt::format("The nim-sum is 0: every move makes it something else, and {}.", answer()));
      return;
    }
    const BigPosition& to = evidence.move->to;
    const auto changed = static_cast<std::size_t>(std::ranges::mismatch(heaps, to).in1 - heaps.begin());
    evidence.sentences.push_back(
        fmt::format("The nim-sum of {0} = {1} and {2} is {3}, which is less than {1}. So {4}: then the nim-sum is 0, whatever "
                    "the opponent does makes it something else, and {5}.",
                    domain.coordinate_name(changed), brief(heaps[changed]), brief(nim_sum(heaps)), brief(to[changed]),
                    taken(heaps, to, domain), answer()));
  }
  /// What the answer to a move from nim-sum 0 does.
  std::string_view answer() const {
    if (play_ == Play::normal) return "the answer makes it 0 again";
    return "the answer makes it 0 again as long as two heaps are above 1; once a move leaves one such heap, the answer "
           "leaves an odd number of heaps of 1 and nothing else";
  }

  /// Near the end of misère play: at most one heap above 1.
  static void add_ones(const BigPosition& heaps, const Domain& domain, Evidence& evidence) {
    const auto ones = std::ranges::count(heaps, Integer(1));
    if (count_above_one(heaps) == 0) {
      evidence.sentences.push_back(
          fmt::format("No heap is above 1, so every move takes a whole heap, and {} of them {} left, an {} number: {}.", ones,
                      ones == 1 ? "is" : "are", ones % 2 == 0 ? "even" : "odd",
                      ones == 0       ? "whoever cannot move wins"
                      : ones % 2 == 0 ? "the opponent must take the last one"
                                      : "whoever moves must take the last one"));
      if (evidence.move) evidence.sentences.push_back(fmt::format("So {}.", taken(heaps, evidence.move->to, domain)));
      return;
    }
    evidence.sentences.push_back(fmt::format(
        "Only one heap is above 1. So {}: that leaves an odd number of heaps of 1 and nothing else, and the opponent "
        "must take the last one.",
        taken(heaps, evidence.move->to, domain)));
  }

  static std::size_t count_above_one(const BigPosition& heaps) {
    return static_cast<std::size_t>(std::ranges::count_if(heaps, [](const Integer& heap) { return heap > 1; }));
  }

  Result<Outcome> find_outcome(const BigPosition& heaps) override {
    const bool zero = nim_sum(heaps) == 0;
    const bool like_normal = play_ == Play::normal || count_above_one(heaps) > 0;
    return zero == like_normal ? Outcome::P : Outcome::N;  // for heaps of 0 and 1, the nim-sum is their parity
  }

  Result<Integer> find_grundy(const BigPosition& heaps) override { return nim_sum(heaps); }

  Result<WinningMoves> find_winning_moves(const BigPosition& heaps, std::size_t at_most) override {
    const Integer sum = nim_sum(heaps);
    const std::size_t above_one = count_above_one(heaps);
    WinningMoveList list(at_most);
    for (std::size_t i = 0; i < heaps.size() && list.open(); ++i) {
      // Where all other heaps are 0 or 1, a misère player leaves an odd number of ones: nim-sum 1.
      const bool others_are_ones = above_one == (heaps[i] > 1 ? 1U : 0U);
      const Integer to = heaps[i] ^ sum ^ (play_ == Play::misere && others_are_ones ? 1 : 0);
      if (to >= heaps[i]) continue;
      BigPosition position = heaps;
      position[i] = to;
      list.add("", std::move(position));
    }
    return list.take();
  }

  Result<WinningMoves> find_moves_to_value(const BigPosition& heaps, const Integer& value, std::size_t at_most) override {
    const Integer sum = nim_sum(heaps);
    WinningMoveList list(at_most);
    for (std::size_t i = 0; i < heaps.size() && list.open(); ++i) {
      const Integer to = heaps[i] ^ sum ^ value;
      if (to >= heaps[i]) continue;
      BigPosition position = heaps;
      position[i] = to;
      list.add("", std::move(position));
    }
    return list.take();
  }

  Play play_;
};

}  // namespace

Integer nim_sum(std::span<const Integer> numbers) {
  Integer sum = 0;
  for (const Integer& number : numbers) sum ^= number;
  return sum;
}

std::unique_ptr<ClosedForm> nim_form(Play play) { return std::make_unique<NimForm>(play); }

}  // namespace bouton
