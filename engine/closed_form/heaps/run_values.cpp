#include "engine/closed_form/heaps/run_values.h"

#include <algorithm>
#include <bit>
#include <span>

namespace bouton {

std::uint32_t RunValues::value(std::uint64_t index) {
  count_up_to(index);
  const auto at = static_cast<std::size_t>(index);
  return sums_[at + 1] ^ sums_[at];
}

/// Numbers made of the bits of any that are at most `above` are below it.
std::size_t RunValues::next_power_of_two(std::uint32_t above) const { return std::size_t{1} << std::bit_width(above); }

void RunValues::count_up_to(std::uint64_t index) {
  if (index + 2 <= sums_.size()) return;
  const auto places = static_cast<std::size_t>(index) + 1;
  budget_.check_memory((places + 1) * sizeof(std::uint32_t), "the values of the strips of a product");
  const std::span<const Coordinate> lengths = runs_.lengths_up_to(static_cast<Coordinate>(places));
  std::size_t with_room = 0;
  std::vector<std::uint32_t> seen_at(next_power_of_two(all_sums_));  // the place at which a value was last an option's
  sums_.reserve(places + 1);
  for (std::size_t place = sums_.size(); place <= places; ++place) {
    budget_.check_stop();
    while (with_room < lengths.size() && lengths[with_room] <= static_cast<Coordinate>(place)) ++with_room;
    const auto stamp = static_cast<std::uint32_t>(place);
    const std::uint32_t all = sums_[place - 1];
    for (std::size_t i = 0; i < with_room; ++i) seen_at[all ^ sums_[place - static_cast<std::size_t>(lengths[i])]] = stamp;
    std::uint32_t mex = 0;
    while (mex < seen_at.size() && seen_at[mex] == stamp) ++mex;
    sums_.push_back(all ^ mex);
    all_sums_ |= sums_.back();
    if (next_power_of_two(all_sums_) > seen_at.size()) seen_at.resize(next_power_of_two(all_sums_));
    budget_.report("coins", place, places, 0.5);
  }
}

std::vector<std::uint64_t> RunValues::changes(std::uint64_t first, std::uint64_t last) {
  count_up_to(last);
  std::vector<std::uint64_t> counts(next_power_of_two(all_sums_));
  const std::span<const Coordinate> lengths = runs_.lengths_up_to(static_cast<Coordinate>(last) + 1);
  std::size_t with_room = 0;
  for (auto place = static_cast<std::size_t>(first) + 1; place <= static_cast<std::size_t>(last) + 1; ++place) {
    budget_.check_stop();
    while (with_room < lengths.size() && lengths[with_room] <= static_cast<Coordinate>(place)) ++with_room;
    for (std::size_t i = 0; i < with_room; ++i) ++counts[sums_[place] ^ sums_[place - static_cast<std::size_t>(lengths[i])]];
  }
  return counts;
}

}  // namespace bouton
