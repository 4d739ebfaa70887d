// Which positions have so many moves that they are known as ranges, and are never listed.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/position/integer.h"
#include "engine/program/families/option_ranges.h"
#include "engine/rules/rules.h"

namespace bouton {

/// The options of one position as ranges.
struct ManyOptions {
  OptionRanges ranges;
  std::shared_ptr<const std::vector<std::string>> labels;  ///< names of the kinds of move

  std::string label(const OptionRanges::Option& option) const {
    return option.name ? *option.name : option.label < labels->size() ? (*labels)[option.label] : std::string();
  }
};

/// Of one game. Keeps what it found out about sizes, so that small positions cost a look-up.
class LargePositions {
 public:
  /// Positions with no more options are always listed. Where the numbers of ranges would not be those of the list, more are:
  /// those that a run of the program can list at all.
  static constexpr std::size_t kAlwaysListed = 20'000, kListable = std::size_t{1} << 24;

  explicit LargePositions(std::shared_ptr<const Rules> rules) : rules_(std::move(rules)) {}

  const Rules& rules() const { return *rules_; }

  /// The options of a position as ranges; null where they are to be listed. Throws RequestError where they are neither.
  std::shared_ptr<const ManyOptions> many(PositionView position);
  /// The same for coordinates of any size, and those beyond 64 bits are never listed.
  std::shared_ptr<const ManyOptions> many(const BigPosition& position);

 private:
  /// What is known of positions with so many coordinates.
  struct Program {
    const MoveProgram* moves = nullptr;  ///< null where they are not known as a program
    std::shared_ptr<const std::vector<std::string>> labels;
    Result<std::shared_ptr<const MoveFamilies>> families;
  };
  const Program& program(std::size_t dimensions);
  bool is_small(PositionView position);

  std::shared_ptr<const Rules> rules_;
  std::map<std::size_t, Program> programs_;  ///< by the number of coordinates
  std::set<std::string> small_;              ///< the lengths in bits of coordinates of which all positions are small
  std::string last_small_;
};

}  // namespace bouton
