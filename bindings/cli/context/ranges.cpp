#include "bindings/cli/context/ranges.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/base/errors.h"
#include "engine/position/typed_number.h"

namespace bouton::cli {
namespace {

void check_count(const Game& game, std::size_t ranges) {
  const Domain& domain = game.rules->domain();
  if (domain.is_terms())
    throw RequestError(fmt::format("the positions of {} are values of any form: there is no box of them", game.name));
  if (domain.is_piles()) {
    if (ranges == 0) throw RequestError(fmt::format("{} takes one range (HI or LO:HI) for each of its piles", game.name));
    if (domain.has_length(ranges)) return;
    const bool few = ranges < domain.least_length();
    throw RequestError(fmt::format("{} has at {} {} piles; you gave {} ranges", game.name, few ? "least" : "most",
                                   few ? domain.least_length() : domain.greatest_length(), ranges));
  }
  const std::string several =
      domain.dimensions() == 1 && ranges > 1 && domain.shape() == nullptr
          ? fmt::format(
                ". Several positions of {0} are a sum: its Grundy value is the nim-sum of theirs, which `bouton table {0} "
                "HI` shows; `bouton solve {0} {1}` solves a sum",
                game.name, fmt::join(std::vector<std::string>(ranges, domain.names()), " "))
          : "";
  if (ranges != domain.dimensions())
    throw RequestError(fmt::format("{} takes {} range{} (HI or LO:HI), for {}; you gave {}{}", game.name, domain.dimensions(),
                                   domain.dimensions() == 1 ? "" : "s", domain.names(), ranges, several));
}

struct Range {
  Integer low, high;
};

/// A value of an axis as it is typed: named, or spelt, of any size.
Integer parse_any_value(const Axis& axis, std::string_view text) {
  const auto named = std::ranges::find(axis.value_names, text);
  if (named != axis.value_names.end()) return widen(axis.least + (named - axis.value_names.begin()));
  const std::optional<Integer> value = parse_number(text);
  if (!value) throw RequestError(fmt::format("'{}' is not an integer", text));
  return *value;
}

Range parse_range(const Domain& domain, std::size_t i, std::string_view text) {
  const Axis& axis = domain.axis(i);
  const std::size_t colon = text.find(':');
  Range range = {widen(axis.least), 0};
  try {
    if (colon != std::string_view::npos) range.low = parse_any_value(axis, text.substr(0, colon));
    range.high = parse_any_value(axis, colon == std::string_view::npos ? text : text.substr(colon + 1));
  } catch (const RequestError& error) {
    throw RequestError(fmt::format("range {} of {}: {}", text, domain.coordinate_name(i), error.what()));
  }
  for (const Integer& value : {range.low, range.high}) {
    if (value < widen(axis.least))
      throw RequestError(fmt::format("range {} of {}: the least value is {}", text, domain.coordinate_name(i), axis.least));
    if (value > widen(axis.greatest) && !axis.has_no_greatest())
      throw RequestError(
          fmt::format("range {} of {}: the greatest value is {}", text, domain.coordinate_name(i), axis.greatest));
  }
  if (range.low > range.high) throw RequestError(fmt::format("range {} of {} is empty", text, domain.coordinate_name(i)));
  return range;
}

}  // namespace

Coordinate parse_value(const Axis& axis, std::string_view text) {
  const Integer value = parse_any_value(axis, text);
  const std::optional<Coordinate> narrowed = narrow(value);
  if (!narrowed) throw RequestError(fmt::format("{} does not fit into 64 bits", text));
  return *narrowed;
}

std::pair<BigPosition, BigPosition> parse_big_box(const Game& game, const std::vector<std::string>& ranges) {
  check_count(game, ranges.size());
  std::pair<BigPosition, BigPosition> box;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    Range range = parse_range(game.rules->domain(), i, ranges[i]);
    box.first.push_back(std::move(range.low));
    box.second.push_back(std::move(range.high));
  }
  return box;
}

Box parse_box(const Game& game, const std::vector<std::string>& ranges) {
  const auto [low, high] = parse_big_box(game, ranges);
  const std::optional<Position> least = narrow(low), greatest = narrow(high);
  for (std::size_t i = 0; i < ranges.size(); ++i)
    if (!narrow(low[i]) || !narrow(high[i]))
      throw RequestError(fmt::format("range {} of {}: {} does not fit into 64 bits", ranges[i],
                                     game.rules->domain().coordinate_name(i),
                                     narrow(low[i]) ? high[i].get_str() : low[i].get_str()));
  return Box(*least, *greatest);
}

StartRanges parse_start_ranges(const Game& game, std::string_view text) {
  StartRanges ranges;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t comma = std::min(text.find(',', start), text.size());
    const std::string_view field = text.substr(start, comma - start);
    const std::size_t colon = field.find(':');
    const std::optional<Integer> least = parse_integer(field.substr(0, colon));
    const std::optional<Integer> greatest = colon < field.size() ? parse_integer(field.substr(colon + 1)) : least;
    if (!least || !greatest) throw RequestError(fmt::format("--start: '{}' is not a range; give LO:HI or one number", field));
    if (*least > *greatest) throw RequestError(fmt::format("--start: the range {} is empty", field));
    ranges.emplace_back(*least, *greatest);
    start = comma + 1;
  }
  const Domain& domain = game.rules->domain();
  if (!domain.has_length(ranges.size()) && game.start_arity != ranges.size())
    throw RequestError(fmt::format("--start: {} range{} given, {} takes {}", ranges.size(),
                                   ranges.size() == 1 ? " is" : "s are", game.name, position_form(game)));
  return ranges;
}

std::string position_form(const Game& game) {
  const Domain& domain = game.rules->domain();
  std::string form = domain.is_piles() && !domain.is_terms() ? fmt::format("{0}1,{0}2,...", domain.names()) : domain.names();
  std::erase(form, ' ');
  if (game.start_arity && *game.start_arity > 0 && (domain.is_terms() || !domain.has_length(*game.start_arity)))
    form += fmt::format(" or {} number{}", *game.start_arity, *game.start_arity == 1 ? "" : "s");
  if (game.example) form += fmt::format(" (such as {})", example_text(game));
  return form;
}

}  // namespace bouton::cli
