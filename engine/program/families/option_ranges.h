// The options of one position as ranges: counted, numbered and found without making them all.
//
// The families of a lifted program (engine/program/analysis/move_families.h) are evaluated at the position, in integers that do
// not wrap around. Loops of few rounds are gone through; the others stay open, and what they name are progressions: from
// (10^12, 10^100) a queen has three. Of two loops one inside the other, the inner one's bounds may depend on the outer one's
// variable: `for t = 1, x do for s = math.max(1, t), math.min(y, t)` is cut where the lesser bound changes, and each part is a
// progression, or a grid whose rows grow evenly.
//
// Options that several progressions have are left in the first. Where they cannot be taken out of the others, such an option
// has several numbers: is_distinct() says so, and the least of them counts as its own.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/position/integer.h"
#include "engine/program/analysis/move_families.h"
#include "engine/program/families/progression.h"

namespace bouton {

class OptionRanges {
 public:
  /// Loops of no more rounds are gone through.
  static constexpr unsigned long kFewRounds = 64;

  /// Refused where the options of a family are not progressions: the reason names the line. Costs as many steps as there are
  /// progressions, at most some thousands, squared. Arithmetic is on numbers as long as the position's.
  static Result<OptionRanges> of(std::shared_ptr<const MoveFamilies> families, const BigPosition& position,
                                 unsigned long few_rounds = kFewRounds);

  /// How many numbers there are: as many as options, where these are distinct.
  const Integer& count() const { return before_.back(); }
  bool empty() const { return progressions_.empty(); }
  /// Whether each option is known to have one number only.
  bool is_distinct() const { return distinct_; }
  /// Whether the numbers are known to be in the order in which the program names the options.
  bool is_in_order() const { return in_order_; }

  struct Option {
    BigPosition to;
    Label label = kNoLabel;
    /// The name, where it is made of values: then `label` says nothing.
    std::optional<std::string> name = {};
  };
  /// Option `number` < count(), counted from 0. O(log count).
  Option option(const Integer& number) const;
  /// The least number of an option; nothing where the position has no such option. O(progressions).
  std::optional<Integer> number_of(const BigPosition& to) const;

  /// Numbers of options whose coordinate `axis` has this value: one or two of each progression that is a row. O(progressions).
  std::vector<Integer> with_coordinate(std::size_t axis, const Integer& value) const;

  /// One family's options, for people.
  struct Range {
    Integer first, count;  ///< of their numbers
    Label label = kNoLabel;
    std::optional<std::string> name = {};  ///< with its values as they are written: "take_<t>"
    std::string loops;                     ///< "t = 1..2718282, s = math.max(1, t)..5"; empty for a single option
    std::string to;                        ///< "S - t, L"
  };
  /// `show` writes a number, perhaps cut.
  std::vector<Range> ranges(std::string (*show)(const Integer&)) const;

 private:
  class Builder;

  explicit OptionRanges(std::shared_ptr<const MoveFamilies> families, BigPosition position)
      : families_(std::move(families)), position_(std::move(position)) {}

  const Family& family(const Progression& of) const { return families_->families[of.family]; }

  std::shared_ptr<const MoveFamilies> families_;
  BigPosition position_;
  std::vector<Progression> progressions_;  ///< family by family
  std::vector<Integer> before_ = {0};      ///< the number of options before each, and of all
  bool distinct_ = true;
  bool in_order_ = true;
};

}  // namespace bouton
