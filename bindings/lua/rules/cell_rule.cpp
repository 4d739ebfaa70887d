#include "bindings/lua/rules/cell_rule.h"

#include <fmt/format.h>

#include "bindings/lua/host/keep_top.h"
#include "bindings/lua/trace/trace.h"
#include "engine/base/errors.h"

namespace bouton::lua {

void CellRule::run(CellReads& reads, UnreadOptions& options) {
  const MoveSink::Collecting collecting(file_.sink, file_.spec.domain, options, file_.obliges);
  lua_State* const L = file_.state.get();
  const KeepTop keep(L);
  UnreadPosition position{*file_.spec.domain.shape(), reads};
  file_.state.set_doing(&file_.spec.moves.title);
  lua_checkstack(L, LUA_MINSTACK);
  lua_pushcfunction(L, &call_with_unread_cells);
  lua_pushlightuserdata(L, &position);
  lua_rawgeti(L, LUA_REGISTRYINDEX, file_.spec.moves.reference);
  try {
    file_.state.call(2, 1, file_.call_limit, Limit::call_time);
    file_.captures.check(file_.state, file_.spec.moves);
  } catch (...) {
    file_.captures.restore(file_.state);
    throw;
  }
  if (lua_istable(L, -1)) throw RuleError(fmt::format("{} returned a table", file_.spec.moves.title));
}

void CellRule::trace() {
  if (traced_) return;
  const State::StepsUncounted uncounted(file_.state);
  const CellShape& shape = *file_.spec.domain.shape();
  if (file_.spec.valid) {
    refusal_ = "valid says which positions there are";
    traced_ = true;
    return;
  }
  Result<local::Decisions> decisions =
      trace_rule(file_.state.get(), shape, [this](CellReads& reads, UnreadOptions& options) { run(reads, options); });
  traced_ = true;
  if (!decisions) {
    refusal_ = decisions.reason();
    return;
  }
  decisions_ = *std::move(decisions);
  Result<LocalMoves> moves = decisions_->local_moves();
  if (!moves) {
    refusal_ = moves.reason();
    return;
  }
  moves_ = *std::move(moves);
  moves_->rows = shape.rows;
  moves_->columns = shape.columns;
}

bool CellRule::options(PositionView position, Options& out) {
  trace();
  // Where not all ways through the decisions were seen, most positions lead to one that was not.
  if (!moves_ && flow_.options(position, out)) return true;
  if (!decisions_ || !decisions_->options(position, out)) return false;
  file_.state.count_steps(position.size() + out.word_count());
  return true;
}

Result<const FlowProgram*> CellRule::flow() {
  trace();
  if (moves_) return Refusal{"the moves are known as changes of a few cells"};
  const Result<FlowProgram>& program = flow_.program();
  if (!program) return Refusal{fmt::format("not control flow because of {}", program.reason()), program.refusal().line};
  return &*program;
}

Result<const LocalMoves*> CellRule::local_moves() {
  trace();
  if (!moves_) return Refusal{fmt::format("the moves are not known as changes of a few cells: {}", refusal_)};
  return &*moves_;
}

}  // namespace bouton::lua
