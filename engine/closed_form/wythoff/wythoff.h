// Wythoff's Nim and Attrition: two heaps, take any number from one or the same number from both.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/closed_form/closed_form.h"
#include "engine/closed_form/wythoff/golden_ratio.h"

namespace bouton {

/// What bringing both heaps to 0 means.
enum class WythoffGoal {
  normal,    ///< who does it wins
  attrition  ///< who does it loses
};

/// The P-positions of both goals. With a_d = floor(d phi) and b_d = a_d + d they are, in either order,
///   normal: (a_d, b_d) for d >= 0 (Wythoff 1907);
///   attrition: (2,2), (0,1), and (a_d, b_d) for d >= 2 (the misère form).
/// So under each goal every number stands in exactly one P-position up to order, and every difference >= 0 too; a
/// position has at most one winning move along each of its three lines.
///
/// Numbers are >= 0 and of any size. Each question costs O(1) multiplications of the size of the larger heap, and the
/// first of a size one square root of twice that size.
class WythoffTheory {
 public:
  enum class Line { horizontal, vertical, diagonal };
  struct Step {
    Line line;
    Integer S, L;
  };

  /// O(1) where the ratio of S and |L - S| is visibly not phi.
  bool is_P(const Integer& S, const Integer& L, WythoffGoal goal);
  /// The moves from (S, L) to P-positions of `goal`: at most one along each line, in the order of Line.
  std::vector<Step> steps_to_P(const Integer& S, const Integer& L, WythoffGoal goal);
  /// The P-position whose numbers differ by `difference` >= 0, the lesser one first.
  std::pair<Integer, Integer> pair_with_difference(const Integer& difference, WythoffGoal goal);

  /// The number that stands beside this one, >= 0, in a P-position.
  Integer partner(const Integer& number, WythoffGoal goal);

 private:
  GoldenRatio phi_;
};

/// "horizontal", "vertical", "diagonal".
std::string_view name(WythoffTheory::Line line);

/// What the rules call the moves along the three lines, in the order of Line.
using LineNames = std::array<std::string, 3>;

/// The closed forms "wythoff" and "attrition".
std::unique_ptr<ClosedForm> wythoff_form(WythoffGoal goal, LineNames names = {"horizontal", "vertical", "diagonal"});

}  // namespace bouton
