#include "engine/image/charts/sequence_picture.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "engine/image/charts/captions.h"
#include "engine/image/charts/cell_colour.h"
#include "engine/image/charts/chart.h"
#include "engine/image/palette.h"

namespace bouton {
namespace {

constexpr double kWidth = 1000, kHeight = 560;
constexpr double kMargin = 130;  // of the field, at the right side, for how often values occur

/// How often each finite value occurs.
std::map<std::uint32_t, std::uint64_t> counts_of(const Table& table) {
  std::map<std::uint32_t, std::uint64_t> counts;
  for (const std::uint32_t cell : table.cells)
    if (cell < Table::kInfinite) ++counts[cell];
  return counts;
}

/// A value is rare if it and all rarer ones together make up less than this share of the sequence.
constexpr double kRareShare = 0.02;

std::set<std::uint32_t> rare_values(const std::map<std::uint32_t, std::uint64_t>& counts) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> order;
  std::uint64_t total = 0;
  for (const auto& [value, count] : counts) {
    order.emplace_back(count, value);
    total += count;
  }
  std::ranges::sort(order);
  std::set<std::uint32_t> rare;
  std::uint64_t sum = 0;
  for (const auto& [count, value] : order) {
    sum += count;
    if (static_cast<double>(sum) >= kRareShare * static_cast<double>(total)) break;
    if (value != 0) rare.insert(value);
  }
  return rare;
}

std::optional<Period> period_of(const Table& table) {
  if (table.cells.size() < 2 || std::ranges::any_of(table.cells, [](std::uint32_t cell) { return cell >= Table::kInfinite; }))
    return std::nullopt;
  return observe_period(table.cells);
}

std::string subtitle_of(const Game& game, const Table& table, const std::optional<Period>& period) {
  std::string text = circumstances(game, table.box);
  if (!period) return text;
  if (!text.empty()) text += "; ";
  text += fmt::format("period {}", period->period);
  if (period->saltus != 0) text += fmt::format(" and saltus {}", period->saltus);
  const std::int64_t start = table.box.low()[0] + static_cast<std::int64_t>(period->preperiod);
  return text + fmt::format(" from {} on, {}", start, period->proved ? "proved" : "as far as computed");
}

/// Points of one look, each place once.
class DotSet {
 public:
  DotSet(double radius, Colour colour) : dots_{radius, colour, {}} {}
  void add(double x, double y) {
    // Dots that cannot be told apart are drawn once.
    if (places_.insert({std::lround(4 * x), std::lround(4 * y)}).second) dots_.points.push_back({x, y});
  }
  void draw(Chart& chart) && {
    if (!dots_.points.empty()) chart.add(std::move(dots_));
  }

 private:
  shape::Dots dots_;
  std::set<std::pair<long, long>> places_;
};

void shade_periods(Chart& chart, const Table& table, const Period& period, double field) {
  const auto length = static_cast<double>(table.cells.size());
  const double width = static_cast<double>(period.period) / length * field;
  if (width < 6) return;
  for (double start = static_cast<double>(period.preperiod); start < length; start += 2 * static_cast<double>(period.period)) {
    const double x = chart.left() + start / length * field;
    chart.add(shape::Rectangle{x, chart.top(), std::min(width, chart.left() + field - x), chart.bottom() - chart.top(),
                               palette::kBand});
  }
}

}  // namespace

Picture sequence_picture(const Game& game, const Table& table, const std::string& across,
                         const std::optional<std::string>& title, const std::optional<Period>& known) {
  const std::map<std::uint32_t, std::uint64_t> counts = counts_of(table);
  const std::set<std::uint32_t> rare = rare_values(counts);
  const std::optional<Period> period = known ? known : period_of(table);
  const bool outcomes = table.kind == ValueKind::outcome;
  const bool zero_is_P = outcomes || table.kind == ValueKind::grundy;
  const std::uint32_t most = std::max<std::uint32_t>(outcomes ? (counts.contains(2) ? 2 : 1) : greatest_value(table), 1);
  const auto length = static_cast<double>(table.cells.size());

  ChartAxis right{
      .name = across, .low = table.box.low()[0], .high = table.box.high()[0], .start = 0, .end = 0, .value_names = {}};
  right.start = 0.5 / length * kWidth / (kWidth + kMargin);
  right.end = (1 - 0.5 / length) * kWidth / (kWidth + kMargin);
  ChartAxis up{.name = std::string(name(table.kind)), .low = 0, .high = most, .start = 0, .end = 0, .value_names = {}};
  if (table.kind == ValueKind::grundy) up.name = "Grundy value";
  if (outcomes) up.value_names = {"P", "N", "draw"};
  const double step = 1 / (static_cast<double>(most) + 1.2);  // of one value, as a share of the height
  up.start = 0.6 * step;
  up.end = 1 - 0.6 * step;

  const Colour common = palette::sequential(0.12);
  const Colour seldom = {0, 140, 120};
  Legend legend;
  if (table.kind == ValueKind::grundy) {
    if (counts.contains(0)) legend.entries.push_back({palette::kPosition_P, "0: P, the player to move loses"});
    legend.entries.push_back({common, "other values"});
    if (!rare.empty())
      legend.entries.push_back({seldom, fmt::format("rare values, {:.0f} % of all together", 100 * kRareShare)});
  }
  const bool infinite = std::ranges::find(table.cells, Table::kInfinite) != table.cells.end();
  const bool loony = !table.loopy.empty() && table.loopy.begin()->second.is_loony();
  if (infinite)
    legend.entries.push_back({palette::kInfinite, table.kind != ValueKind::grundy ? "draw"
                                                  : loony                         ? "loony"
                                                                                  : "infinite: play need not end"});
  Chart chart(kWidth + kMargin, kHeight, title.value_or(fmt::format("{}: {}", game.title, plural(table.kind))),
              subtitle_of(game, table, period), right, up, legend);
  if (period) shade_periods(chart, table, *period, kWidth);

  const auto height = [&](std::uint32_t value) {
    return chart.bottom() - (up.start + (up.end - up.start) * value / most) * kHeight;
  };
  const double radius = std::clamp(kWidth / length / 2.4, 0.9, 4.5);
  DotSet usual(radius, common), lost(radius, palette::kPosition_P), scarce(std::max(radius, 2.6), seldom);
  DotSet endless(std::max(radius, 2.6), palette::kInfinite);  // above all values
  for (std::size_t i = 0; i < table.cells.size(); ++i) {
    const std::uint32_t cell = table.cells[i];
    if (cell == Table::kInvalid) continue;
    const double x = chart.left() + (static_cast<double>(i) + 0.5) / length * kWidth;
    if (cell == Table::kInfinite) {
      endless.add(x, chart.top() + 4);
      continue;
    }
    const bool P = zero_is_P && cell == 0;
    (P ? lost : table.kind == ValueKind::grundy && rare.contains(cell) ? scarce : usual).add(x, height(cell));
  }
  std::move(usual).draw(chart);
  std::move(lost).draw(chart);
  std::move(scarce).draw(chart);
  std::move(endless).draw(chart);

  // How often each value occurs, on a logarithmic scale, so that what occurs once can be seen.
  const double edge = chart.left() + kWidth + 8;
  chart.add(shape::Line{chart.left() + kWidth, chart.top(), chart.left() + kWidth, chart.bottom(), 1, palette::kFaintInk});
  std::uint64_t commonest = 1;
  for (const auto& [value, count] : counts) commonest = std::max(commonest, count);
  const double thickness = std::max(1.0, std::min(10.0, 0.7 * step * kHeight));
  for (const auto& [value, count] : counts) {
    const double share = std::log1p(static_cast<double>(count)) / std::log1p(static_cast<double>(commonest));
    const bool P = zero_is_P && value == 0;
    chart.add(shape::Line{edge, height(value), edge + share * (kMargin - 16), height(value), thickness,
                          P                                                         ? palette::kPosition_P
                          : table.kind == ValueKind::grundy && rare.contains(value) ? seldom
                                                                                    : common});
  }
  chart.add(shape::Text{chart.left() + kWidth + kMargin / 2, chart.bottom() + chart.size() * 3, chart.size() * 0.9,
                        shape::Anchor::middle, false, palette::kFaintInk, "how often (log)"});
  return chart.finish();
}

}  // namespace bouton
