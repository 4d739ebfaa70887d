#include "engine/heap/sparse/rare_heaps.h"

#include "engine/heap/code/moves.h"
#include "engine/heap/values/value_classes.h"

namespace bouton {

std::optional<std::uint64_t> count_rare_heaps(const TakeAndBreak& game, const GrundyValues& values) {
  const std::optional<BoundedMoves> moves = bounded_moves(game);
  if (!moves || moves->two.empty()) return std::nullopt;
  ValueCounts counts;
  values.visit([&](auto list) {
    for (std::uint64_t heap = 1; heap < list.size(); ++heap) counts.add(list[heap], heap);
  });
  const ValueClasses classes = fit_classes(counts, moves->two);
  std::uint64_t rare = 0;
  values.visit([&](auto list) {
    for (std::uint64_t heap = 0; heap < list.size(); ++heap)
      if (!classes.common(list[heap], heap)) ++rare;
  });
  return rare;
}

}  // namespace bouton
