#include "engine/play/large_positions.h"

#include <bit>
#include <utility>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/closed_form/wording.h"
#include "engine/program/analysis/option_count.h"

namespace bouton {
namespace {

[[noreturn]] void refuse_many(const BigPosition& position, const Refusal& refusal) {
  throw RequestError(fmt::format("position {} has more moves than can be listed, and they are not known as ranges: {}{}",
                                 brief(position), refusal.reason,
                                 refusal.line > 0 ? fmt::format(" (line {})", refusal.line) : ""));
}

}  // namespace

const LargePositions::Program& LargePositions::program(std::size_t dimensions) {
  const auto found = programs_.find(dimensions);
  if (found != programs_.end()) return found->second;
  Lifting lifting = rules_->unbounded_lifting(dimensions);
  using Families = Result<std::shared_ptr<const MoveFamilies>>;
  const auto families = [&]() -> Families {
    if (lifting.moves == nullptr)
      return Refusal{lifting.refusal.empty() ? "the moves are not known as a program" : lifting.refusal};
    Result<MoveFamilies> found_families = move_families(*lifting.moves);
    if (!found_families) return found_families.refusal();
    return std::make_shared<const MoveFamilies>(*std::move(found_families));
  };
  Families made = families();
  auto labels = std::make_shared<const std::vector<std::string>>(std::move(lifting.labels));
  return programs_.emplace(dimensions, Program{lifting.moves, std::move(labels), std::move(made)}).first->second;
}

/// By the lengths of the coordinates: whether no position with such coordinates has many options.
bool LargePositions::is_small(PositionView position) {
  std::string lengths;
  for (const Coordinate coordinate : position)
    lengths += static_cast<char>(coordinate < 0 ? 'n' : std::bit_width(static_cast<std::uint64_t>(coordinate)));
  if (lengths == last_small_ && !lengths.empty()) return true;
  if (!small_.contains(lengths)) {
    const MoveProgram* const moves = program(position.size()).moves;
    std::vector<Interval> ranges;
    for (std::size_t i = 0; i < position.size() && moves != nullptr; ++i) {
      const Coordinate least = std::max(-kUnbounded, rules_->domain().axis(i).least);
      const int length = lengths[i] == 'n' ? 0 : lengths[i];
      ranges.push_back({std::min(least, Coordinate{0}), length >= 62 ? kUnbounded : (Coordinate{1} << length) - 1});
    }
    if (moves != nullptr && most_moves(*moves, ranges) > kAlwaysListed) return false;
    small_.insert(lengths);
  }
  last_small_ = std::move(lengths);
  return true;
}

std::shared_ptr<const ManyOptions> LargePositions::many(PositionView position) {
  if (is_small(position)) return nullptr;
  const Program& program = this->program(position.size());
  std::vector<Interval> here;
  for (const Coordinate coordinate : position) here.push_back(Interval::point(coordinate));
  const bool listable = most_moves(*program.moves, here) <= kListable;
  if (!program.families) {
    if (listable) return nullptr;
    refuse_many(widen(position), program.families.refusal());
  }
  Result<OptionRanges> found = OptionRanges::of(*program.families, widen(position));
  if (!found) {
    if (listable) return nullptr;
    refuse_many(widen(position), found.refusal());
  }
  if (listable && (found->count() <= widen_unsigned(kAlwaysListed) || !found->is_distinct() || !found->is_in_order()))
    return nullptr;
  return std::make_shared<const ManyOptions>(ManyOptions{*std::move(found), program.labels});
}

std::shared_ptr<const ManyOptions> LargePositions::many(const BigPosition& position) {
  if (const std::optional<Position> small = narrow(position)) return many(PositionView(*small));
  const Program& program = this->program(position.size());
  if (!program.families) refuse_many(position, program.families.refusal());
  Result<OptionRanges> found = OptionRanges::of(*program.families, position);
  if (!found) refuse_many(position, found.refusal());
  return std::make_shared<const ManyOptions>(ManyOptions{*std::move(found), program.labels});
}

}  // namespace bouton
