#include "engine/closed_form/nim.h"

#include <algorithm>

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
  /// A single heap is what it is.
  Evidence evidence(const BigPosition& heaps, const Domain& domain) override {
    Evidence evidence;
    if (play_ == Play::normal && heaps.size() == 1) return evidence;
    for (std::size_t i = 0; i < heaps.size(); ++i) evidence.heaps.push_back({domain.coordinate_name(i), heaps[i]});
    return evidence;
  }

 private:
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
