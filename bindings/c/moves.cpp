#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "bindings/c/handles.h"
#include "bindings/output/answers/solution.h"
#include "engine/play/session.h"

namespace bouton::c {
namespace {

const Move& move_of(const bouton_moves* moves, std::size_t index) {
  if (index >= given(moves, "moves").moves.size())
    throw Misuse(fmt::format("there is no move {}; there are {}, counted from 0", index, moves->moves.size()));
  return moves->moves[index];
}

}  // namespace
}  // namespace bouton::c

using namespace bouton::c;  // NOLINT: the interface is in no namespace

bouton_status bouton_options(const bouton_position* position, bouton_moves** moves) {
  return guarded([&] {
    const bouton_position& from = given(position, "position");
    given(moves, "moves");
    auto result = std::make_unique<bouton_moves>(bouton_moves{from.games, from.sum, {}, {}, true});
    Core& core = *from.games->core;
    bouton::Budget budget = core.budget();
    budget.stop = &core.rules.stop();
    budget.progress = nullptr;
    core.rules.run([&] { result->moves = bouton::Session(from.games->shown_rules(), from.sum, budget).moves(); });
    *moves = result.release();
    return BOUTON_OK;
  });
}

bouton_status bouton_result(const bouton_position* position, int32_t* outcome) {
  return guarded([&]() -> bouton_status {
    const bouton_position& from = given(position, "position");
    given(outcome, "outcome");
    return from.games->core->rules.run([&]() -> bouton_status {
      const bouton::Session session(from.games->shown_rules(), from.sum);
      if (!session.over()) return BOUTON_UNKNOWN;
      *outcome = static_cast<int32_t>(session.result());
      return BOUTON_OK;
    });
  });
}

size_t bouton_moves_size(const bouton_moves* moves) { return moves == nullptr ? 0 : moves->moves.size(); }
int32_t bouton_moves_complete(const bouton_moves* moves) { return moves != nullptr && moves->complete ? 1 : 0; }
void bouton_moves_destroy(bouton_moves* moves) {
  if (moves != nullptr) destroy(moves, *moves->games->core);
}

const char* bouton_move_label(const bouton_moves* moves, size_t index) {
  return index < bouton_moves_size(moves) ? moves->moves[index].label.c_str() : nullptr;
}
int32_t bouton_move_kind(const bouton_moves* moves, size_t index) {
  return index < bouton_moves_size(moves) ? static_cast<int32_t>(moves->moves[index].kind) : BOUTON_MOVE_ORDINARY;
}
size_t bouton_move_component(const bouton_moves* moves, size_t index) {
  return index < bouton_moves_size(moves) ? moves->moves[index].component : 0;
}
size_t bouton_move_parts(const bouton_moves* moves, size_t index) {
  return index < bouton_moves_size(moves) ? moves->moves[index].to.size() : 0;
}

bouton_status bouton_move_text(const bouton_moves* moves, size_t index, size_t part, char* text, size_t capacity,
                               size_t* length) {
  return guarded([&] {
    const bouton::Move& move = move_of(moves, index);
    if (part >= move.to.size()) throw Misuse(fmt::format("move {} leads to {} positions", index, move.to.size()));
    return give_text(typed_text(*moves->games, moves->from[move.component].game, move.to[part]), text, capacity, length);
  });
}

bouton_status bouton_move_json(const bouton_moves* moves, size_t index, bouton_list** json) {
  return guarded([&] {
    const bouton::Move& move = move_of(moves, index);
    given(json, "json");
    const std::string text = moves->games->core->rules.run(
        [&] { return bouton::text_of(bouton::to_json(shown_games(*moves->games), moves->from, move)); });
    *json = new bouton_list{{text}};
    return BOUTON_OK;
  });
}

bouton_status bouton_move_make(const bouton_moves* moves, size_t index, bouton_position** position) {
  return guarded([&] {
    const bouton::Move& move = move_of(moves, index);
    given(position, "position");
    *position = new bouton_position{moves->games, laid_out_after(moves->from, move, moves->games->shown_rules())};
    return BOUTON_OK;
  });
}

bouton_status bouton_moves_pick(const bouton_moves* moves, const size_t* numbers, size_t count, bouton_moves** picked) {
  return guarded([&] {
    const bouton_moves& from = given(moves, "moves");
    given(picked, "picked");
    if (count > 0) given(numbers, "numbers");
    std::vector<size_t> sorted(numbers, numbers + count);
    std::ranges::sort(sorted);
    auto result = std::make_unique<bouton_moves>(bouton_moves{from.games, from.from, {}, {}, true});
    for (size_t i = 0; i < count; ++i) {
      if (i > 0 && sorted[i] == sorted[i - 1]) throw Misuse(fmt::format("move {} is picked twice", sorted[i]));
      result->moves.push_back(move_of(moves, sorted[i]));
    }
    *picked = result.release();
    return BOUTON_OK;
  });
}

bouton_status bouton_move_value(const bouton_moves* moves, size_t index, bouton_value* value) {
  return guarded([&]() -> bouton_status {
    move_of(moves, index);
    if (given(value, "value").size != sizeof(bouton_value))
      throw Misuse("bouton_value.size is wrong; set it to sizeof(bouton_value)");
    if (moves->values.empty()) return BOUTON_UNKNOWN;
    const bouton::Value& known = moves->values[index];
    std::optional<int64_t> grundy;
    if (known.grundy && known.grundy->is_finite()) grundy = bouton::narrow(known.grundy->value());
    if (known.grundy && known.grundy->is_loony()) grundy = BOUTON_LOONY;
    value->outcome = static_cast<int32_t>(known.outcome);
    value->has_grundy = grundy ? 1 : 0;
    value->grundy = grundy.value_or(0);
    value->remoteness = known.remoteness ? static_cast<int64_t>(*known.remoteness) : -1;
    return BOUTON_OK;
  });
}
