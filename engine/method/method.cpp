#include "engine/method/method.h"

#include "engine/base/errors.h"
#include "engine/method/method_parts.h"

namespace bouton {

AnsweringMethod::AnsweringMethod(const MethodParts& parts, Method method, Preparation preparation)
    : method_(method), preparation_(preparation), budget_(parts.budget), games_(parts.games), account_(parts.account) {}

MovesToValue moves_of(WinningMoves found) {
  MovesToValue moves{.moves = {}, .complete = found.complete};
  for (WinningMove& move : found.moves) moves.moves.push_back({std::move(move.label), {std::move(move.to)}});
  return moves;
}

std::optional<std::vector<Outcome>> AnsweringMethod::outcomes(std::size_t, const Options&) { return std::nullopt; }

std::optional<MovesToValue> AnsweringMethod::moves_to_value(const Component&, const Integer&, std::size_t) {
  return std::nullopt;
}

std::optional<Remoteness> AnsweringMethod::remoteness(const Component&) { return std::nullopt; }

std::optional<Remoteness> AnsweringMethod::suspense(const Component&) { return std::nullopt; }
std::optional<Remoteness> AnsweringMethod::longest(const Component&) { return std::nullopt; }

std::string AnsweringMethod::theorem(std::size_t) { return {}; }

std::string AnsweringMethod::claim(const Component&) { return {}; }

std::optional<Table> AnsweringMethod::table(const Box&, ValueKind) { return std::nullopt; }

std::optional<bool> AnsweringMethod::stream(const Question&, ValueSink&) { return false; }

std::optional<std::uint64_t> AnsweringMethod::positions(const Box& box, const std::function<void(PositionView)>& visit,
                                                        ResumableRun* resumable) {
  if (resumable != nullptr && resumable->begun().done > 0)
    throw RequestError("the P-positions of this box are found as a whole, so a run cannot continue another");
  const std::optional<Table> outcomes = table(box, ValueKind::outcome);
  if (!outcomes) return std::nullopt;
  std::uint64_t count = 0;
  for (std::uint64_t index = 0; index < box.size(); ++index) {
    budget().check_stop_at(index);
    if (outcomes->cells[index] != static_cast<std::uint32_t>(Outcome::P)) continue;  // an invalid position is none either
    visit(box.position(index));
    ++count;
  }
  return count;
}

}  // namespace bouton
