#include "bindings/lua/rules/lua_rules.h"

#include <utility>
#include <vector>

#include "bindings/lua/rules/start_call.h"
#include "engine/position/coordinate_group.h"
#include "engine/rules/coin_turning.h"

namespace bouton::lua {
namespace {

/// Why the moves are not handed out, where some oblige: who takes programs takes moves for ordinary ones.
constexpr const char* kOblige = "moves that oblige (again, entail)";

}  // namespace

LuaRules::LuaRules(std::shared_ptr<RuleFile> file, Lift lift) : file_(std::move(file)) {
  if (lift == Lift::never || file_->spec.domain.is_terms()) return;
  if (file_->spec.domain.shape() != nullptr) cells_.emplace(*file_, lift == Lift::where_possible);
  else lifter_.emplace(*file_, lift == Lift::where_possible);
}

Result<const LocalMoves*> LuaRules::local_moves() const {
  if (file_->spec.domain.shape() == nullptr) return Rules::local_moves();
  if (obliges()) return Refusal{kOblige};
  if (!cells_) return Refusal{"lifting is turned off"};
  return cells_->local_moves();
}

Result<const FlowProgram*> LuaRules::flow(std::size_t dimensions) const {
  if (obliges()) return Refusal{kOblige};
  if (cells_) return cells_->flow();
  if (domain().is_terms()) return Refusal{"positions are values of any form"};
  if (!lifter_) return Refusal{"lifting is turned off"};
  const Result<FlowProgram>& program = lifter_->flow(dimensions);
  if (!program) return program.refusal();
  return &*program;
}

void LuaRules::options(PositionView position, Options& out) const {
  const std::size_t before = out.size();
  list_options(position, out);
  if (file_->spec.is_strip) check_companions(position, out, before, file_->spec.where_companions);
}

void LuaRules::reference_options(PositionView position, Options& out) const {
  const std::size_t before = out.size();
  file_->interpreted_options(position, out);
  if (file_->spec.is_strip) check_companions(position, out, before, file_->spec.where_companions);
}

void LuaRules::list_options(PositionView position, Options& out) const {
  if (cells_ && out.empty() && cells_->options(position, out)) return;
  if (lifter_ && out.empty() && lifter_->options(position, out)) return;
  file_->interpreted_options(position, out);
}

std::unique_ptr<StepLimitedRules::StepLimit> LuaRules::limit_steps(std::uint64_t steps) const {
  class OfFile final : public StepLimit {
   public:
    OfFile(std::shared_ptr<RuleFile> file, std::uint64_t steps) : file_(std::move(file)), limit_(file_->state, steps) {}

   private:
    std::shared_ptr<RuleFile> file_;
    State::StepLimit limit_;
  };
  return std::make_unique<OfFile>(file_, steps);
}

Lifting LuaRules::lifting(std::size_t dimensions, Reach reach) const {
  Lifting lifting;
  lifting.normal_forms_permute =
      !file_->spec.normalize && file_->spec.permutations.empty() && file_->spec.state_exchanges.empty();
  if (file_->spec.domain.shape() != nullptr) return lifting;
  if (!lifter_) {
    lifting.refusal = domain().is_terms() ? "positions are values of any form" : "lifting is turned off";
    if (file_->spec.valid) lifting.valid_refusal = lifting.refusal;
    return lifting;
  }
  const LiftedFunctions& functions = lifter_->functions(dimensions, reach);
  lifting.moves = functions.moves && !obliges() ? &functions.moves->program : nullptr;
  lifting.refusal = functions.moves && obliges() ? kOblige : functions.refusal;
  lifting.valid = functions.valid ? &functions.valid->program : nullptr;
  lifting.valid_refusal = functions.valid_refusal;
  lifting.play = functions.play ? &functions.play->program : nullptr;
  lifting.labels = file_->sink.label_names();
  return lifting;
}

const MoveProgram* LuaRules::obliging_moves(std::size_t dimensions) const {
  if (!obliges() || !lifter_) return nullptr;
  const LiftedFunctions& functions = lifter_->functions(dimensions);
  return functions.moves ? &functions.moves->program : nullptr;
}

void LuaRules::components(PositionView position, Options& out) const {
  if (file_->spec.components) file_->interpreted_components(position, out);
  else Rules::components(position, out);
}

std::vector<Position> LuaRules::examples() const { return positions_named_in(*file_); }

std::optional<std::uint64_t> LuaRules::checksum() const {
  if (!file_->loading) return std::nullopt;
  return file_->loading->checksum();
}

Outcome LuaRules::terminal_outcome(PositionView position) const {
  if (!file_->spec.terminal_play) return Rules::terminal_outcome(position);
  if (lifter_)
    if (const std::optional<Outcome> outcome = lifter_->terminal_outcome(position)) return *outcome;
  return file_->interpreted_terminal_outcome(position);
}

bool LuaRules::valid(PositionView position) const {
  if (!file_->spec.valid) return true;
  if (cells_) return cells_->valid(position);
  if (lifter_)
    if (const std::optional<bool> valid = lifter_->valid(position)) return *valid;
  return file_->interpreted_valid(position);
}

namespace {

/// The least of the images of the position by the symmetries of its cells and the exchanges of its states.
void normalize_cells(const RuleSpec& spec, Position& position) {
  const Position given = position;
  Position moved = position, image = position;
  const auto exchange = [&] {
    if (moved < position) position = moved;
    for (const std::vector<Coordinate>& states : spec.state_exchanges) {
      for (std::size_t cell = 0; cell < given.size(); ++cell) image[cell] = states[static_cast<std::size_t>(moved[cell])];
      if (image < position) position = image;
    }
  };
  exchange();
  for (const std::vector<std::uint32_t>& permutation : spec.permutations) {
    for (std::size_t cell = 0; cell < given.size(); ++cell) moved[permutation[cell]] = given[cell];
    exchange();
  }
}

}  // namespace

void LuaRules::normalize(Position& position) const {
  const RuleSpec& spec = file_->spec;
  if (!spec.permutations.empty() || !spec.state_exchanges.empty()) normalize_cells(spec, position);
  for (const std::vector<std::size_t>& group : spec.symmetric) {
    if (spec.domain.is_piles()) sort_coordinates(position);
    else sort_group(position, group);
  }
  if (!spec.normalize) return;
  if (lifter_ && lifter_->normalize(position)) return;
  file_->interpreted_normalize(position);
}

}  // namespace bouton::lua
