#include "bindings/lua/rules/strips.h"

#include <utility>
#include <vector>

#include "bindings/lua/rules/closed_form_binding.h"
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

std::shared_ptr<const Rules> rules_of(const std::shared_ptr<RuleFile>& file, Lift lift) {
  if (file->strips.empty()) return std::make_shared<LuaRules>(file, lift);
  const RuleSpec& spec = file->spec;
  std::vector<std::shared_ptr<const Rules>> strips;
  for (const std::unique_ptr<RuleFile>& strip : file->strips)
    strips.push_back(std::make_shared<LuaRules>(std::shared_ptr<RuleFile>(file, strip.get()), lift));
  CoinProductWords words{.domain = spec.domain, .symmetric = spec.symmetric};
  words.where_symmetric = spec.where[static_cast<std::size_t>(Rules::Claim::symmetry)];
  if (file->loading) words.checksum = file->loading->checksum();
  if (spec.example) words.example = narrow(*spec.example);
  words.option_bytes = file->options_limit.bytes;
  words.option_limit = file->options_limit.limit;
  return under_play(std::make_shared<CoinProduct>(std::move(strips), std::move(words)), spec.play);
}

}  // namespace bouton::lua
