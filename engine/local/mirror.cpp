#include "engine/local/mirror.h"

#include <algorithm>
#include <utility>

namespace bouton::local {
namespace {

using Image = std::vector<std::uint32_t>;

bool undoes_itself(const Image& image) {
  for (std::uint32_t cell = 0; cell < image.size(); ++cell)
    if (image[image[cell]] != cell) return false;
  return true;
}

bool maps_onto_itself(const Image& image, PositionView position) {
  for (std::uint32_t cell = 0; cell < image.size(); ++cell)
    if (position[cell] != position[image[cell]]) return false;
  return true;
}

/// What the cells can come to be in while each move is answered by its image.
class AnsweredPlay {
 public:
  AnsweredPlay(const Structure& structure, const Image& image, PositionView position)
      : structure_(structure), image_(image), states_(structure.cells), asks_(structure.cells) {
    for (std::uint32_t cell = 0; cell < structure.cells; ++cell) states_[cell] = bit(position[cell]);
  }

  /// Whether every move that can ever be made can be answered so.
  bool every_move_has_an_answer() {
    for (bool again = true; again;) {
      again = false;
      for (const LocalMove& move : structure_.moves) {
        for (const LocalMove::Cell& cell : move.cells) asks_[cell.cell] = cell.allowed;
        const bool possible = std::ranges::all_of(move.cells, [&](const auto& cell) { return before(cell) != 0; });
        const bool answered = !possible || std::ranges::none_of(move.cells, [&](const LocalMove::Cell& cell) {
          return cell.becomes >= 0 && asks_[image_[cell.cell]] != 0 && before(cell) != bit(cell.becomes);
        });
        for (const LocalMove::Cell& cell : move.cells) {
          asks_[cell.cell] = 0;
          if (possible && cell.becomes >= 0) again = add(cell.cell, bit(cell.becomes)) || again;
        }
        if (!answered) return false;
      }
    }
    return true;
  }

 private:
  static std::uint32_t bit(Coordinate state) { return std::uint32_t{1} << state; }

  /// The states in which the cell may be where the move is made, as far as its own and its image's tell.
  std::uint32_t before(const LocalMove::Cell& cell) const {
    const std::uint32_t asked_of_image = asks_[image_[cell.cell]];
    return states_[cell.cell] & cell.allowed & (asked_of_image == 0 ? ~std::uint32_t{0} : asked_of_image);
  }
  /// Of a cell and its image; whether that is new.
  bool add(std::uint32_t cell, std::uint32_t state) {
    if ((states_[cell] & state) != 0) return false;
    states_[cell] |= state;
    states_[image_[cell]] |= state;
    return true;
  }

  const Structure& structure_;
  const Image& image_;
  std::vector<std::uint32_t> states_;  ///< bit s: the cell may be in state s; a cell and its image have the same
  std::vector<std::uint32_t> asks_;    ///< by cell, what the move that is looked at allows there; 0 where it does not look
};

bool is_half_turn(const Structure& structure, const Image& image) {
  for (std::uint32_t cell = 0; cell < image.size(); ++cell)
    if (image[cell] + cell + 1 != structure.cells) return false;
  return structure.rows > 0;
}

/// What a map of a board does, for people.
std::string name_of(const Structure& structure, const Image& image) {
  const auto is = [&](auto row_and_column) {
    for (std::uint32_t row = 0; row < structure.rows; ++row)
      for (std::uint32_t column = 0; column < structure.columns; ++column) {
        const auto [r, c] = row_and_column(row, column);
        if (image[row * structure.columns + column] != r * structure.columns + c) return false;
      }
    return structure.rows > 0;
  };
  const std::uint32_t last_row = structure.rows - 1, last_column = structure.columns - 1;
  using Place = std::pair<std::uint32_t, std::uint32_t>;
  if (is_half_turn(structure, image)) return "a half turn";
  if (is([&](auto r, auto c) { return Place(r, last_column - c); })) return "the reflection left to right";
  if (is([&](auto r, auto c) { return Place(last_row - r, c); })) return "the reflection upside down";
  if (structure.rows > 0) return "the reflection in a diagonal";
  return "a symmetry of the graph";
}

}  // namespace

std::optional<Mirror> mirror_of(const Structure& structure, PositionView position) {
  std::optional<Mirror> found;
  for (const Image& image : structure.permutations) {
    if (!undoes_itself(image) || !maps_onto_itself(image, position)) continue;
    if (found && !is_half_turn(structure, image)) continue;
    if (AnsweredPlay(structure, image, position).every_move_has_an_answer()) found = Mirror{image, name_of(structure, image)};
  }
  return found;
}

}  // namespace bouton::local
