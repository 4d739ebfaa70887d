// Closed forms of games whose moves leave sums.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/closed_form/closed_form.h"

namespace bouton {

/// Moves each of which leaves the sum of some positions, perhaps of none.
struct SplittingMoves {
  struct To {
    std::string label;
    std::vector<BigPosition> positions;
  };
  /// In the rule's order.
  std::vector<To> moves;
  /// Whether `moves` has all that were asked for.
  bool complete = true;
  /// Whether the next one is left out because they would lead to too many positions.
  bool too_long = false;
};

/// A form that tells the Grundy value of every position that it covers, at little cost, so that tables of them are filled by
/// it. Play is normal. winning_moves() and moves_to_value() refuse: what a move leads to is not a position.
class SplittingForm : public ClosedForm {
 public:
  /// The moves to sums with this Grundy value, at most `at_most` of them, each option once, which lead to at most
  /// `most_positions` together.
  virtual Result<SplittingMoves> splitting_moves(const BigPosition& position, const Integer& value, std::size_t at_most,
                                                 std::size_t most_positions) = 0;

 protected:
  using ClosedForm::ClosedForm;

 private:
  Result<WinningMoves> find_winning_moves(const BigPosition&, std::size_t) override { return Refusal{"moves leave sums"}; }
};

}  // namespace bouton
