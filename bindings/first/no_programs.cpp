// In place of what reads rules. Here all rules are interpreted (LoaderOptions::lift is false), so that hardly any of this is
// called; where it is, nothing is known.
#include <cstdlib>

#include "bindings/lua/rules/cell_rule.h"
#include "bindings/lua/rules/lifted.h"

namespace bouton::lua {

Lifter::Lifter(RuleFile& file, bool machine_code) : file_(file), machine_code_(machine_code) {}
bool Lifter::is_never_decreasing(const Function& /*function*/) { return false; }

const LiftedFunctions& Lifter::functions(std::size_t /*dimensions*/, Reach /*reach*/) { std::abort(); }
const Result<FlowProgram>& Lifter::flow(std::size_t /*dimensions*/) { std::abort(); }
bool Lifter::options(PositionView /*position*/, Options& /*out*/) { return false; }
std::optional<bool> Lifter::valid(PositionView /*position*/) { return std::nullopt; }
std::optional<Outcome> Lifter::terminal_outcome(PositionView /*position*/) { return std::nullopt; }
bool Lifter::normalize(Position& /*position*/) { return false; }

bool CellRule::options(PositionView /*position*/, Options& /*out*/) { return false; }
Result<const LocalMoves*> CellRule::local_moves() { return Refusal{"rules are not traced here"}; }
Result<const FlowProgram*> CellRule::flow() { return Refusal{"rules are not read here"}; }
bool CellFlow::exists(PositionView /*position*/) { std::abort(); }

}  // namespace bouton::lua
