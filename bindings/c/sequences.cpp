#include <algorithm>

#include <fmt/format.h>

#include "bindings/c/questions.h"
#include "engine/study/sequence/study.h"

namespace bouton::c {
namespace {

HeapRun find_sequence(const Games& games, const SequenceRequest& request) {
  return find_sequence(*games.editions[0]->solved, *games.solver, request, games.core->budget());
}

}  // namespace

std::uint64_t heaps_to(const Game& game, Coordinate last) {
  const Coordinate low = game.rules->domain().axis(0).least;
  if (last < low) throw RequestError(fmt::format("the last heap must be at least {}", low));
  return static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(low) + 1;
}

}  // namespace bouton::c

using namespace bouton::c;  // NOLINT: the interface is in no namespace

bouton_status bouton_sequence(const bouton_game* game, int64_t last, int32_t kind, uint32_t* cells, size_t capacity,
                              int64_t* low, size_t* count) {
  return guarded([&]() -> bouton_status {
    const std::shared_ptr<const Games> games = given(game, "game").current();
    const bouton::ValueKind value = value_kind(kind);
    const std::uint64_t heaps = heaps_to(*games->editions[0]->shown, last);
    if (cells == nullptr) check_cells(*games->core, heaps, "a sequence of this length");
    if (count != nullptr) *count = heaps;
    if (heaps > capacity)
      return fail(BOUTON_ERROR_SPACE, fmt::format("the sequence has {} values, but there is room for {}", heaps, capacity));
    given(cells, "cells");
    const auto table =
        ask<bouton::Table>(games, question_key(*games, fmt::format("sequence {} {}", kind, last)),
                           [=](const Games& asked) { return find_sequence(asked, {.last = last, .kind = value}).values; });
    if (!table) return BOUTON_NOT_YET;
    std::ranges::copy(table->cells, cells);
    if (low != nullptr) *low = table->box.low()[0];
    if (count != nullptr) *count = table->cells.size();
    return BOUTON_OK;
  });
}

bouton_status bouton_sequence_period(const bouton_game* game, int64_t last, int32_t kind, bouton_period* period) {
  return guarded([&]() -> bouton_status {
    const std::shared_ptr<const Games> games = given(game, "game").current();
    const bouton::ValueKind value = value_kind(kind);
    if (given(period, "period").size != sizeof(bouton_period))
      throw Misuse("bouton_period.size is wrong; set it to sizeof(bouton_period)");
    heaps_to(*games->editions[0]->shown, last);
    const bouton::SequenceRequest request{.last = last, .kind = value, .period = true, .only_period = true};
    const auto found = ask<bouton::HeapRun>(games, question_key(*games, fmt::format("period {} {}", kind, last)),
                                            [=](const Games& asked) { return find_sequence(asked, request); });
    if (!found) return BOUTON_NOT_YET;
    if (!found->period) return BOUTON_UNKNOWN;
    const bouton::Period& known = *found->period;
    const int64_t first = found->values.box.low()[0];
    period->preperiod = first + static_cast<int64_t>(known.preperiod);
    period->period = static_cast<int64_t>(known.period);
    period->saltus = known.saltus;
    period->checked_to = first + static_cast<int64_t>(known.checked_to);
    period->proved = known.proved ? 1 : 0;
    period->theorem[known.theorem.copy(period->theorem, sizeof(period->theorem) - 1)] = '\0';
    return BOUTON_OK;
  });
}
