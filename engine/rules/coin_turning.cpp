#include "engine/rules/coin_turning.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "engine/base/budget.h"
#include "engine/position/coordinate_group.h"

namespace bouton {
namespace {

/// Why programs of the moves are not handed out.
constexpr const char* kProduct = "the moves are products of those of strips";

}  // namespace

void check_companions(PositionView position, const Options& options, std::size_t first, const std::string& where) {
  std::vector<Coordinate> coins;
  for (std::size_t i = first; i < options.size(); ++i) {
    coins.clear();
    for (std::size_t part = 0; part < options[i].size(); ++part) coins.push_back(options[i][part][0]);
    std::ranges::sort(coins);
    if (!coins.empty() && coins.back() >= position[0])
      throw RuleError(fmt::format("{}companions: coin {} is turned along with coin {}, which is not to the right of it", where,
                                  coins.back(), position[0]));
    if (const auto twice = std::adjacent_find(coins.begin(), coins.end()); twice != coins.end())
      throw RuleError(
          fmt::format("{}companions: coin {} is turned twice by one move, along with coin {}", where, *twice, position[0]));
  }
}

Choices::Choices(std::vector<std::size_t> sizes)
    : sizes_(std::move(sizes)), chosen_(sizes_.size(), 0), done_(std::ranges::count(sizes_, std::size_t{0}) > 0) {}

void Choices::next() {
  std::size_t list = chosen_.size();
  while (list > 0 && ++chosen_[list - 1] == sizes_[list - 1]) chosen_[--list] = 0;
  done_ = list == 0;
}

CoinProduct::CoinProduct(std::vector<std::shared_ptr<const Rules>> strips, CoinProductWords words)
    : strips_(std::move(strips)), words_(std::move(words)) {
  if (strips_.size() < 2) throw RequestError("a product of coin-turning games is of two strips or more");
}

std::vector<Position> CoinProduct::turned(PositionView position, const std::vector<Options::Option>& option) {
  std::vector<std::size_t> sizes;
  sizes.reserve(option.size());
  for (const Options::Option& of_strip : option) sizes.push_back(of_strip.size() + 1);
  std::vector<Position> heads;
  for (Choices choices(sizes); !choices.done(); choices.next()) {
    Position head(position);
    for (std::size_t i = 0; i < option.size(); ++i)
      if (choices[i] < option[i].size()) head[i] = option[i][choices[i]][0];
    heads.push_back(std::move(head));
  }
  heads.pop_back();  // the head at `position`, which is the last
  return heads;
}

std::optional<double> CoinProduct::size_of_options(PositionView position) const {
  constexpr Coordinate kFar = 1000;
  double all = 1;
  for (std::size_t i = 0; i < strips_.size(); ++i) {
    if (position[i] > kFar) {
      all *= static_cast<double>(position[i]);
      continue;
    }
    Options options;
    strips_[i]->options(position.subspan(i, 1), options);
    all *= static_cast<double>(options.part_count() + options.size());
  }
  return all;
}

void CoinProduct::list(PositionView position, Options& out, bool by_reference) const {
  std::vector<Options> of_strips(strips_.size());
  std::vector<std::size_t> sizes;
  for (std::size_t i = 0; i < strips_.size(); ++i) {
    const PositionView place = position.subspan(i, 1);
    if (by_reference) strips_[i]->reference_options(place, of_strips[i]);
    else strips_[i]->options(place, of_strips[i]);
    sizes.push_back(of_strips[i].size());
  }
  const std::size_t before = out.memory();
  std::vector<Options::Option> option;
  for (Choices choices(sizes); !choices.done(); choices.next()) {
    option.clear();
    for (std::size_t i = 0; i < strips_.size(); ++i) option.push_back(of_strips[i][choices[i]]);
    for (const Position& head : turned(position, option)) out.add_part(head);
    out.end_split(option[0].label());
    if (out.memory() - before > words_.option_bytes)
      throw LimitError(fmt::format("the options of one position need more than {}", format_bytes(words_.option_bytes)),
                       words_.option_limit);
  }
}

void CoinProduct::normalize(Position& position) const {
  for (const std::vector<std::size_t>& group : words_.symmetric) sort_group(position, group);
}

std::vector<Position> CoinProduct::examples() const {
  if (!words_.example) return {};
  return {*words_.example};
}

Lifting CoinProduct::lifting(std::size_t) const {
  Lifting lifting;
  lifting.refusal = kProduct;
  lifting.normal_forms_permute = true;
  return lifting;
}

Result<const FlowProgram*> CoinProduct::flow(std::size_t) const { return Refusal{kProduct}; }

}  // namespace bouton
