#include "bindings/lua/rules/strips.h"

#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bindings/lua/host/keep_top.h"
#include "bindings/lua/rules/closed_form_binding.h"
#include "engine/base/errors.h"
#include "engine/rules/coin_runs.h"
#include "engine/rules/coin_turning.h"
#include "engine/rules/under_play.h"

namespace bouton::lua {

void make_strips(RuleFile& file, Seconds limit, Seconds spent) {
  for (const RuleSpec& spec : file.spec.strips) {
    auto strip = std::make_unique<RuleFile>(file.state, file.sink, file.call_limit, file.options_limit);
    strip->spec = spec;
    strip->captures.remember(file.state, {spec.moves}, limit, spent);
    strip->obliges = reaches_obliging_word(file.state, spec.moves);
    check_obligations(*strip);
    strip->closed_form = bind_closed_form(*strip);
    if (!spec.heap.is_nil()) strip->heap_code = spec.heap["code"].string;
    file.strips.push_back(std::move(strip));
  }
}

namespace {

/// The k-th number of neighbours that a move may turn; nothing after the last.
std::optional<Coordinate> length_of_run(RuleFile& file, Coordinate k) {
  lua_State* L = file.state.get();
  const KeepTop keep(L);
  file.call(file.spec.moves, Position{k}, 1);
  if (lua_isnil(L, -1)) return std::nullopt;
  if (!lua_isinteger(L, -1))
    throw RuleError(fmt::format("{} returned {}, expected a number of coins", file.spec.moves.title, luaL_typename(L, -1)));
  return lua_tointeger(L, -1);
}

/// Rules whose moves turn neighbours. `whole` is the file that the strip is of.
std::shared_ptr<const Rules> coin_runs(const std::shared_ptr<RuleFile>& strip, const RuleFile& whole) {
  const RuleSpec& spec = strip->spec;
  CoinRunsWords words{.domain = spec.domain, .length = [strip](Coordinate k) { return length_of_run(*strip, k); }};
  words.where = spec.where_companions;
  if (whole.loading) words.checksum = whole.loading->checksum();
  if (spec.example) words.example = narrow(*spec.example);
  words.option_bytes = whole.options_limit.bytes;
  words.option_limit = whole.options_limit.limit;
  return std::make_shared<CoinRuns>(std::move(words));
}

}  // namespace

std::shared_ptr<const Rules> rules_of(const std::shared_ptr<RuleFile>& file, Lift lift) {
  if (file->spec.turns_runs) return under_play(coin_runs(file, *file), file->spec.play);
  if (file->strips.empty()) return std::make_shared<LuaRules>(file, lift);
  const RuleSpec& spec = file->spec;
  std::vector<std::shared_ptr<const Rules>> strips;
  for (const std::unique_ptr<RuleFile>& of_strip : file->strips) {
    const std::shared_ptr<RuleFile> strip(file, of_strip.get());
    if (strip->spec.turns_runs) strips.push_back(coin_runs(strip, *file));
    else strips.push_back(std::make_shared<LuaRules>(strip, lift));
  }
  CoinProductWords words{.domain = spec.domain, .symmetric = spec.symmetric};
  words.where_symmetric = spec.where[static_cast<std::size_t>(Rules::Claim::symmetry)];
  if (file->loading) words.checksum = file->loading->checksum();
  if (spec.example) words.example = narrow(*spec.example);
  words.option_bytes = file->options_limit.bytes;
  words.option_limit = file->options_limit.limit;
  return under_play(std::make_shared<CoinProduct>(std::move(strips), std::move(words)), spec.play);
}

}  // namespace bouton::lua
