#include "engine/position/domain.h"

#include <fmt/format.h>

namespace bouton {
namespace {

std::string plural(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace

Domain Domain::fixed(std::vector<Axis> axes) {
  Domain domain;
  domain.least_length_ = domain.greatest_length_ = axes.size();
  domain.axes_ = std::move(axes);
  return domain;
}

Domain Domain::piles(Axis axis, std::size_t least_length, std::size_t greatest_length) {
  Domain domain;
  domain.is_piles_ = true;
  domain.axes_.push_back(std::move(axis));
  domain.least_length_ = least_length;
  domain.greatest_length_ = greatest_length;
  return domain;
}

Domain Domain::cells(CellShape shape) {
  Domain domain;
  for (std::uint32_t cell = 0; cell < shape.cells(); ++cell)
    domain.axes_.push_back({.name = shape.cell_name(cell), .greatest = static_cast<Coordinate>(shape.states.size()) - 1});
  domain.least_length_ = domain.greatest_length_ = domain.axes_.size();
  domain.shape_ = std::make_shared<const CellShape>(std::move(shape));
  return domain;
}

Domain Domain::terms() {
  Domain domain = piles({.name = "value", .least = kLeastCoordinate}, 1);
  domain.is_terms_ = true;
  return domain;
}

std::string Domain::coordinate_name(std::size_t i) const {
  return is_piles_ ? fmt::format("{}[{}]", axes_[0].name, i + 1) : axes_[i].name;
}

std::string Domain::names() const {
  std::string names;
  for (const Axis& axis : axes_) {
    if (!names.empty()) names += ", ";
    names += axis.name;
  }
  return names;
}

std::optional<std::size_t> Domain::find(std::string_view name) const {
  if (is_piles_) return std::nullopt;
  for (std::size_t i = 0; i < axes_.size(); ++i)
    if (axes_[i].name == name) return i;
  return std::nullopt;
}

bool Domain::contains(const BigPosition& position) const { return !complaint(position).has_value(); }

std::optional<std::string> Domain::complaint(const BigPosition& position) const {
  const std::size_t length = position.size();
  if (is_terms_) {
    const std::optional<Position> code = narrow(position);
    if (code && contains(PositionView(*code))) return std::nullopt;
    return "is not a value of integers, strings and lists";
  }
  if (!has_length(length)) {
    if (shape_) return fmt::format("has {}, this game has {}", plural(length, "cell"), axes_.size());
    if (!is_piles_) return fmt::format("has {}, this game has {} ({})", plural(length, "coordinate"), axes_.size(), names());
    if (length < least_length_) return fmt::format("has {}, this game has at least {}", plural(length, "pile"), least_length_);
    return fmt::format("has {}, this game has at most {}", plural(length, "pile"), greatest_length_);
  }
  for (std::size_t i = 0; i < length; ++i) {
    const Axis& range = axis(i);
    if (position[i] < widen(range.least))
      return fmt::format("has {} = {}, the least value is {}", coordinate_name(i), position[i].get_str(), range.least);
    if (range.greatest != kGreatestCoordinate && position[i] > widen(range.greatest))
      return fmt::format("has {} = {}, the greatest value is {}", coordinate_name(i), position[i].get_str(), range.greatest);
  }
  return std::nullopt;
}

std::optional<std::string> Domain::complaint(PositionView position) const {
  if (contains(position)) return std::nullopt;
  return complaint(widen(position));
}

std::string Domain::text(PositionView position) const {
  if (shape_) return shape_->text(position);
  return is_terms_ && contains(position) ? term::text_of(position) : to_string(position);
}

}  // namespace bouton
