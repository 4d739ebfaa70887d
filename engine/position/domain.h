// Which lists of integers are positions of a game: its coordinates, their names and their ranges.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/position/cell_shape.h"
#include "engine/position/integer.h"
#include "engine/position/position.h"
#include "engine/term/term.h"

namespace bouton {

inline constexpr Coordinate kLeastCoordinate = std::numeric_limits<Coordinate>::min();
inline constexpr Coordinate kGreatestCoordinate = std::numeric_limits<Coordinate>::max();

/// One coordinate: its name and the values it takes, least and greatest included.
struct Axis {
  std::string name;
  Coordinate least = 0;
  Coordinate greatest = kGreatestCoordinate;
  /// Names of the values least, least + 1, ...; empty where the values are only numbers.
  std::vector<std::string> value_names = {};

  /// Whether it has no greatest value, as the size of a heap has none.
  bool has_no_greatest() const { return greatest == kGreatestCoordinate; }
};

/// Either a fixed number of axes, or a list of piles of any length within bounds, all on one axis, or the codes of terms.
/// A value: made once, never changed.
class Domain {
 public:
  static Domain fixed(std::vector<Axis> axes);
  static Domain piles(Axis axis, std::size_t least_length = 0,
                      std::size_t greatest_length = std::numeric_limits<std::size_t>::max());

  /// The states of the cells of a board or of a graph, a coordinate for each.
  static Domain cells(CellShape shape);

  /// Any finite value of integers, strings and lists: a position is the code of a term (engine/term/term.h).
  static Domain terms();

  /// The cells that the coordinates are; null where they are not cells.
  const CellShape* shape() const { return shape_.get(); }
  const std::shared_ptr<const CellShape>& shared_shape() const { return shape_; }
  /// Whether positions are lists of any length, as those of codes are too.
  bool is_piles() const { return is_piles_; }
  bool is_terms() const { return is_terms_; }
  /// The number of coordinates of a game without piles.
  std::size_t dimensions() const { return axes_.size(); }
  std::size_t least_length() const { return least_length_; }
  std::size_t greatest_length() const { return greatest_length_; }
  /// The axis of coordinate `i`; in a piles game all coordinates share one.
  const Axis& axis(std::size_t i) const { return is_piles_ ? axes_[0] : axes_[i]; }
  /// The name of coordinate `i` for people: "S", or "a[3]" (counted from 1) in a piles game.
  std::string coordinate_name(std::size_t i) const;
  /// The coordinates' names for a message: "S, L", or "a" in a piles game.
  std::string names() const;
  /// The index of the coordinate with this name, in a game without piles.
  std::optional<std::size_t> find(std::string_view name) const;

  bool has_length(std::size_t length) const { return length >= least_length_ && length <= greatest_length_; }
  bool contains(PositionView position) const {
    if (!has_length(position.size())) return false;
    for (std::size_t i = 0; i < position.size(); ++i)
      if (position[i] < axis(i).least || position[i] > axis(i).greatest) return false;
    return !is_terms_ || term::is_code(position);
  }
  /// The same for coordinates of any size; an axis without a greatest value of its own has no end here.
  bool contains(const BigPosition& position) const;
  /// What keeps `position` out of the domain, as the end of a sentence that begins with the position
  /// ("has 1 coordinate, this game has 2 (S, L)"), or nothing if it is inside.
  std::optional<std::string> complaint(const BigPosition& position) const;
  std::optional<std::string> complaint(PositionView position) const;

  /// A position of the domain as it is typed: the text of its cells or of its term, or its coordinates joined by commas.
  std::string text(PositionView position) const;

 private:
  bool is_piles_ = false;
  bool is_terms_ = false;
  std::shared_ptr<const CellShape> shape_;
  std::vector<Axis> axes_;
  std::size_t least_length_ = 0;
  std::size_t greatest_length_ = 0;
};

}  // namespace bouton
