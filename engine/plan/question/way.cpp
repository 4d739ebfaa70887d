#include "engine/plan/question/way.h"

#include "engine/base/errors.h"

namespace bouton {

std::string_view name(Way way) {
  switch (way) {
    case Way::closed_form: return "closed form";
    case Way::theorem: return "theorem";
    case Way::heap: return "heap";
    case Way::nimbers: return "nimber search";
    case Way::search: return "search";
    case Way::table: return "table";
    case Way::graph: return "graph";
    case Way::misere_quotient: return "misere quotient";
  }
  return {};
}

MovesToValue moves_of(WinningMoves found) {
  MovesToValue moves{.moves = {}, .complete = found.complete};
  for (WinningMove& move : found.moves) moves.moves.push_back({std::move(move.label), {std::move(move.to)}});
  return moves;
}

std::optional<bool> AnsweringWay::stream(const Question&, StripeSink&) { return false; }

std::optional<std::uint64_t> AnsweringWay::positions(const Box& box, const std::function<void(PositionView)>& visit,
                                                     Course* course) {
  if (course != nullptr && course->begun().done > 0)
    throw RequestError("the P-positions of this box are found as a whole, so that a run cannot go on with another");
  const std::optional<Table> outcomes = table(box, ValueKind::outcome);
  if (!outcomes) return std::nullopt;
  Position position = box.low();
  std::uint64_t count = 0;
  for (std::uint64_t index = 0; index < box.size(); ++index, box.next(position)) {
    budget().check_stop_at(index);
    if (!outcomes->valid(index) || outcomes->outcome(index) != Outcome::P) continue;
    visit(position);
    ++count;
  }
  return count;
}

std::optional<std::vector<Outcome>> AnsweringWay::outcomes(std::size_t, const Options&) { return std::nullopt; }

std::optional<MovesToValue> AnsweringWay::moves_to_value(const Component&, const Integer&, std::size_t) { return std::nullopt; }

std::string AnsweringWay::theorem(std::size_t) { return {}; }

std::string AnsweringWay::claim(const Component&) { return {}; }

}  // namespace bouton
