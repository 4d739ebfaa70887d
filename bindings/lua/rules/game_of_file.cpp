#include "bindings/lua/rules/game_of_file.h"

#include <algorithm>

#include <fmt/format.h>

#include "bindings/lua/rules/claim_call.h"
#include "bindings/lua/rules/lifted.h"
#include "bindings/lua/rules/player_call.h"
#include "bindings/lua/rules/start_call.h"
#include "bindings/lua/rules/strips.h"
#include "bindings/lua/rules/text_call.h"
#include "engine/base/errors.h"
#include "engine/base/plain_text.h"
#include "engine/rules/blocking.h"

namespace bouton::lua {
namespace {

/// The parameter as people see it; the rule has its value as it was given.
Parameter plain(Parameter parameter) {
  parameter.name = plain_line(parameter.name);
  parameter.doc = plain_line(parameter.doc);
  if (auto* const text = std::get_if<std::string>(&parameter.value)) *text = plain_line(*text);
  if (auto* const function = std::get_if<Parameter::Function>(&parameter.value)) function->text = plain_lines(function->text);
  return parameter;
}

/// Throws RuleError for a claim about a parameter that the game does not have.
void check_settings(const ClaimSpec& stated, const std::vector<Parameter>& parameters) {
  for (const auto& [name, ignored] : stated.claim.settings)
    if (std::ranges::find(parameters, name, &Parameter::name) == parameters.end())
      throw RuleError(fmt::format("{}.params: the game has no parameter '{}'", stated.where, name));
}

}  // namespace

std::shared_ptr<Game> game_of_file(const std::shared_ptr<RuleFile>& file, const std::string& path, Lift lift) {
  const RuleSpec& spec = file->spec;
  auto game = std::make_shared<Game>();
  game->name = spec.name;
  game->title = spec.title;
  game->source = spec.source;
  game->description = spec.description;
  game->file = plain_line(path);
  game->rules = with_blocking(rules_of(file, lift), spec.blocking, spec.where_blocking);
  if (file->loading) {
    game->digest = file->loading->digest();
    game->files = file->loading->paths();
    for (const Parameter& parameter : file->loading->parameters()) game->parameters.push_back(plain(parameter));
    game->claims_left_out = file->loading->claims_left_out();
  }
  game->known = spec.known;
  game->known_shapes = spec.known_shapes;
  for (const ClaimSpec& stated : spec.claims) {
    check_settings(stated, game->parameters);
    game->claims.push_back(stated.claim);
    game->claims.back().holds = [file, &stated](PositionView position, ClaimValues& values) {
      return call_check(*file, stated.check, position, values);
    };
    if (lift == Lift::never) continue;
    game->claims.back().program = [file, &stated](std::size_t dimensions) {
      return Lifter(*file, false).check(stated.check, dimensions);
    };
  }
  game->stakes = spec.stakes;
  const CellShape* const shape = spec.domain.shape();
  const bool starts_say_shape = spec.start && spec.start->parameters == 1 && shape != nullptr && shape->is_part_of_position();
  if (starts_say_shape) game->start_text = [file](Coordinate number) { return call_start_text(*file, number); };
  if (!spec.start_parameter.empty()) {
    const auto found = std::ranges::find(game->parameters, spec.start_parameter, &Parameter::name);
    if (found == game->parameters.end() || !std::holds_alternative<Coordinate>(found->value))
      throw RuleError(
          fmt::format("{}: start names '{}', which is no parameter that is an integer", path, spec.start_parameter));
    game->start_parameter = spec.start_parameter;
  }
  if (spec.start && !starts_say_shape) {
    game->start_arity = static_cast<std::size_t>(spec.start->parameters);
    game->start = [file](const BigPosition& numbers) { return call_start(*file, numbers); };
  }
  if (!spec.start && shape != nullptr) {
    game->start_arity = 0;
    const BigPosition empty = widen(shape->empty());
    game->start = [empty](const BigPosition&) { return empty; };
    if (!spec.example) game->example = empty;
  }
  if (spec.random_start) game->random_start = [file](Random& random) { return call_random_start(*file, random); };
  if (spec.show) game->show = [file](PositionView position) { return call_show(*file, position); };
  if (spec.read) game->read = [file](std::string_view text) { return call_read(*file, text); };
  for (const auto& [name, player] : spec.players)
    game->players.push_back({name,
                             [file, &player = player](PositionView position, const Options& options, Random& random) {
                               return call_player(*file, player, position, options, random);
                             },
                             [file, &player = player](PositionView position, const NumberedOptions& options, Random& random) {
                               return call_player(*file, player, position, options, random);
                             }});
  const char* field = "example";
  const auto whole = [&](const BigPosition& stated) {
    if (!spec.domain.is_terms()) return complete_position(*game, stated);
    check_position(*game, stated);
    return stated;
  };
  try {
    for (const BigPosition& stated : spec.example_sum) game->example_sum.push_back(whole(stated));
    if (spec.example) game->example = whole(*spec.example);
    field = "opening";
    if (spec.opening) game->opening = whole(*spec.opening);
  } catch (const RequestError& error) {
    // The author chose them for the parameters that the file states.
    if (std::ranges::any_of(game->parameters, &Parameter::given)) return game;
    throw RuleError(fmt::format("{}{}: {}", path.empty() ? "" : path + ": ", field, error.what()));
  }
  return game;
}

}  // namespace bouton::lua
