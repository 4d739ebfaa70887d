// Positions that whoever has moved last wins by an image of each move: whatever the other does in one half, the same in the
// other.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/local/structure.h"
#include "engine/position/integer.h"
#include "engine/rules/rules.h"

namespace bouton {

/// How moves are answered from a P-position: a move that makes coordinate i another number is answered by one that makes
/// coordinate image[i] the same number. Coordinates that no move changes are their own images.
struct Mirroring {
  std::vector<std::uint32_t> image;
  std::string symmetry = {};  ///< of the cells of a board or a graph: "a half turn"; empty for numbers that are equal in pairs
  std::string claim = {};     ///< what it rests on that is claimed and not proved: independence_claim
};

/// The mirrorings of one game. What is found out about its moves is kept.
class Mirrors {
 public:
  explicit Mirrors(std::shared_ptr<const Rules> rules) : rules_(std::move(rules)) {}

  /// How every move from the position can be answered, to the end of play: then it is P under normal play. Cells are mirrored
  /// by a symmetry of their game (engine/local/mirror.h); numbers where each of them has moves of its own, which make it
  /// smaller, and equal ones with the same moves are there in pairs. Refused where that is not proved from the moves, and under
  /// other play. `position` is one of the game. Looks at the moves when first asked, some hundredths of a second.
  Result<Mirroring> of(const BigPosition& position);

 private:
  Result<Mirroring> of_cells(const BigPosition& position);
  Result<Mirroring> of_numbers(const BigPosition& position);

  std::shared_ptr<const Rules> rules_;
  std::optional<Result<local::Structure>> structure_;
  /// What tells numbers of so many coordinates with the same moves; nothing where they do not have moves of their own, or these
  /// are not seen to make them smaller.
  struct Numbers {
    std::size_t dimensions = 0;
    std::optional<std::vector<std::size_t>> kinds = {};
    std::string claim = {};
  };
  std::optional<Numbers> numbers_;
};

}  // namespace bouton
