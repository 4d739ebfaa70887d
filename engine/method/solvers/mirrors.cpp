#include "engine/method/solvers/mirrors.h"

#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include "engine/local/mirror.h"
#include "engine/rules/independence.h"

namespace bouton {

Result<Mirroring> Mirrors::of(const BigPosition& position) {
  if (rules_->play() != Play::normal) return Refusal{"play is not normal"};
  if (rules_->blocking() > 0 || rules_->obliges()) return Refusal{"not every option can be taken"};
  if (rules_->domain().is_terms()) return Refusal{"the positions are neither cells nor numbers"};
  return rules_->domain().shape() != nullptr ? of_cells(position) : of_numbers(position);
}

Result<Mirroring> Mirrors::of_cells(const BigPosition& position) {
  if (!structure_) {
    const Result<const LocalMoves*> moves = rules_->local_moves();
    structure_ = moves ? local::structure_of(**moves) : moves.refusal();
  }
  if (!*structure_) return structure_->refusal();
  std::optional<local::Mirror> mirror = local::mirror_of(**structure_, *narrow(position));
  if (!mirror) return Refusal{"no symmetry is seen by which every move can be answered"};
  return Mirroring{.image = std::move(mirror->image), .symmetry = std::move(mirror->symmetry)};
}

Result<Mirroring> Mirrors::of_numbers(const BigPosition& position) {
  const Refusal not_in_pairs{"the components are not equal in pairs"};
  if (std::set<Integer>(position.begin(), position.end()).size() == position.size()) return not_in_pairs;
  if (!numbers_ || numbers_->dimensions != position.size()) {
    numbers_ = Numbers{.dimensions = position.size()};
    if (rules_->independent() && rules_->domain().is_piles()) {
      if (moves_make_smaller(*rules_, 1)) numbers_->kinds = std::vector<std::size_t>(position.size(), 1);
      numbers_->claim = independence_claim(*rules_, position.size());
    } else if (moves_make_smaller(*rules_, position.size())) {
      numbers_->kinds = kinds_of_coordinates(*rules_, position.size());
    }
  }
  if (!numbers_->kinds) return Refusal{"the numbers are not seen to have moves of their own, which make them smaller"};
  Mirroring mirroring{.image = std::vector<std::uint32_t>(position.size()), .claim = numbers_->claim};
  std::iota(mirroring.image.begin(), mirroring.image.end(), 0);
  std::map<std::tuple<std::size_t, Coordinate, Coordinate, Integer>, std::uint32_t> alone;
  bool paired = false;
  for (std::uint32_t i = 0; i < position.size(); ++i) {
    const std::size_t kind = (*numbers_->kinds)[i];
    if (kind == 0) continue;
    const Axis& axis = rules_->domain().axis(i);
    const auto [twin, is_first] = alone.try_emplace({kind, axis.least, axis.greatest, position[i]}, i);
    if (is_first) continue;
    std::swap(mirroring.image[i], mirroring.image[twin->second]);
    alone.erase(twin);
    paired = true;
  }
  if (!paired || !alone.empty()) return not_in_pairs;
  return mirroring;
}

}  // namespace bouton
