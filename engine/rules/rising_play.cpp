#include "engine/rules/rising_play.h"

#include <algorithm>
#include <limits>
#include <string>

#include <fmt/format.h>

namespace bouton {
namespace {

/// Two stretches one after the other raise what rises without an end.
constexpr std::uint64_t kRisingStretch = RisingPlay::kMostPositions / 4;

bool has_any_length(const Domain& domain) { return domain.greatest_length() == std::numeric_limits<std::size_t>::max(); }

}  // namespace

RisingPlay::RisingPlay(const Domain& domain) : domain_(&domain) {
  if (domain.shape() != nullptr || domain.is_terms()) return;
  const std::size_t axes = domain.is_piles() ? 1 : domain.dimensions();
  for (std::size_t i = 0; i < axes; ++i) has_end_.push_back(domain.axis(i).greatest < kGreatestCoordinate);
  may_rise_ = std::ranges::find(has_end_, false) != has_end_.end() || (domain.is_piles() && has_any_length(domain));
}

/// What is passed on from one coordinate to another, or taken apart into pieces, comes to some multiple of the whole.
void RisingPlay::begin(PositionView position) {
  constexpr Coordinate kFew = 16, kTimes = 8, kLarge = kGreatestCoordinate / (4 * kTimes);
  Coordinate sum = kFew + static_cast<Coordinate>(position.size());
  for (const Coordinate coordinate : position) sum = std::min(kLarge, sum + std::clamp<Coordinate>(coordinate, 0, kLarge));
  far_ = std::max(far_, kTimes * sum);
  greatest_ = far_;
  met_ = counted_ = 0;
  stretch_end_ = kRisingStretch;
  rises_ = rose_ = false;
}

void RisingPlay::count(PositionView position) {
  const bool piles = domain_->is_piles();
  for (std::size_t i = 0; i < position.size(); ++i)
    if (position[i] > greatest_ && !has_end_[piles ? 0 : i]) note(i, position[i]);
  if (piles && static_cast<Coordinate>(position.size()) > greatest_ && has_any_length(*domain_))
    note(kLength, static_cast<Coordinate>(position.size()));
  ++met_;
  if (++counted_ < stretch_end_) return;
  if (counted_ >= kMostPositions && rises_ && rose_) stop();
  stretch_end_ = counted_ + kRisingStretch;
  rose_ = rises_;
  rises_ = false;
}

void RisingPlay::note(std::size_t what, Coordinate value) {
  greatest_ = value;
  raised_ = what;
  rises_ = true;
}

void RisingPlay::stop() const {
  const bool is_length = raised_ == kLength;
  const std::string& name = domain_->axis(is_length ? 0 : raised_).name;
  const std::string end = is_length             ? fmt::format("piles(\"{}\", {{ length = {{ max = ... }} }})", name)
                          : domain_->is_piles() ? fmt::format("piles(\"{}\", {{ max = ... }})", name)
                                                : fmt::format("{{ \"{}\", max = ... }}", name);
  throw EndlessPlay(fmt::format(
      "play goes up without an end in sight: {} has come to {} and is still raised after {} positions, and no more than these "
      "are looked at where a rule states no greatest value, as {} does",
      is_length ? "the length of the list" : domain_->coordinate_name(raised_), greatest_, met_, end));
}

}  // namespace bouton
