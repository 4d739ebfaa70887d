#include "engine/heap/period/period.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "engine/heap/period/all_but_state.h"

namespace bouton {
namespace {

/// So many values are compared at once.
template <class T>
constexpr std::size_t kAtOnce = 8 / sizeof(T);

/// For every p < `count`: the length of the longest common prefix of `word` and `word` from p on (the Z-function). Where it is
/// less than kAtOnce, 0 stands for it if the short ones do not matter.
template <class T>
std::vector<std::uint64_t> common_prefixes(const std::vector<T>& word, std::size_t count, bool short_ones) {
  std::vector<std::uint64_t> lengths(count, 0);
  std::size_t left = 0;
  std::size_t right = 0;  // [left, right) is the match that reaches farthest
  for (std::size_t p = 1; p < count; ++p) {
    if (!short_ones && p >= right && p + kAtOnce<T> <= word.size() && std::memcmp(word.data(), word.data() + p, 8) != 0)
      continue;
    std::size_t length = p < right ? std::min<std::size_t>(right - p, lengths[p - left]) : 0;
    while (p + length < word.size() && word[length] == word[p + length]) ++length;
    lengths[p] = length;
    if (p + length > right) {
      left = p;
      right = p + length;
    }
  }
  return lengths;
}

/// The period of the differences of the values, read backwards: a tail with period p is a prefix that matches itself p
/// further on.
template <class T>
std::optional<Period> observe(std::span<const T> values) {
  if (values.size() < 2) return std::nullopt;
  std::vector<std::int64_t> backwards;
  backwards.reserve(values.size() - 1);
  for (std::size_t i = values.size() - 1; i > 0; --i)
    backwards.push_back(static_cast<std::int64_t>(values[i]) - static_cast<std::int64_t>(values[i - 1]));
  const std::vector<std::uint64_t> matches = common_prefixes(backwards, backwards.size(), true);
  for (std::size_t p = 1; p < backwards.size(); ++p) {
    const std::size_t tail = matches[p] + p;  // differences in the periodic tail
    if (tail < 3 * p || 2 * tail < backwards.size()) continue;
    const std::size_t preperiod = values.size() - 1 - tail;
    const auto saltus = static_cast<std::int64_t>(values[preperiod + p]) - static_cast<std::int64_t>(values[preperiod]);
    return Period{preperiod, p, saltus, false, "", values.size() - 1};
  }
  return std::nullopt;
}

template <class T>
PeriodProof prove_pure(const PeriodTheorem& theorem, std::span<const T> values) {
  const std::vector<T> backwards(values.rbegin(), values.rend());
  const std::uint64_t last = values.size() - 1;
  // A proof needs theorem.heaps periods at least, and with more than one heap as many matches as half of the values.
  const std::uint64_t most = std::min(last, (last + last / 4) / theorem.heaps);
  const bool short_ones = theorem.heaps == 1 || values.size() < 64;
  const std::vector<std::uint64_t> matches = common_prefixes(backwards, most + 1, short_ones);
  PeriodProof proof;
  for (std::uint64_t p = 1; p <= most; ++p) {
    if (matches[p] == 0) continue;
    const std::uint64_t preperiod = values.size() - p - matches[p];
    const std::uint64_t needed = theorem.last_needed(preperiod, p);
    proof.needed = std::min(proof.needed, needed);
    if (needed > last) continue;
    proof.proved = Period{preperiod, p, 0, true, std::string(theorem.name()), needed};
    break;
  }
  return proof;
}

/// The period that the values show, if the state of the game comes round with it.
template <class T>
std::optional<Period> prove_all_but(const TakeAndBreak& game, std::span<const T> values) {
  std::optional<Period> shown = observe(values);
  if (!shown || shown->saltus < 0) return std::nullopt;
  const std::optional<std::uint64_t> recurrence = all_but_recurrence(game, values, *shown);
  if (!recurrence) return std::nullopt;
  shown->proved = true;
  shown->theorem = PeriodTheorem{PeriodTheorem::Kind::all_but}.name();
  shown->checked_to = *recurrence + shown->period - 1;
  return shown;
}

bool downward_closed(const HeapCounts& counts) { return counts.bounded() && (counts.listed() & (counts.listed() + 1)) == 0; }

/// How often a period that is not proved was seen. The Fibonacci word, which has none, repeats some of its parts 3.6 times
/// (Mignosi and Pirillo 1992), and other such words do so as often: fewer than four times need not mean anything.
std::string observation(const Period& period) {
  constexpr std::uint64_t kOften = 4;
  const std::uint64_t times = (period.checked_to - period.preperiod) / period.period;
  return fmt::format("observed {} times up to {}{}, not proved", times, period.checked_to,
                     times < kOften ? ", which may be chance" : "");
}

}  // namespace

std::string describe(const Period& period) {
  return fmt::format("period {}{} from {} on, {}", period.period,
                     period.saltus == 0 ? "" : fmt::format(" with saltus {}", period.saltus), period.preperiod,
                     period.proved ? fmt::format("proved by {} with the values up to {}", period.theorem, period.checked_to)
                                   : observation(period));
}

std::uint64_t PeriodTheorem::last_needed(std::uint64_t preperiod, std::uint64_t period) const {
  const std::uint64_t start = std::max(preperiod, least);
  const std::uint64_t extra = kind == Kind::unequal_heaps ? period : 0;
  return heaps * (start + period) + extra + std::max<std::uint64_t>(removed, 1) - 1;
}

std::string_view PeriodTheorem::name() const {
  switch (kind) {
    case Kind::window: return "finite window";
    case Kind::guy_smith: return "Guy-Smith";
    case Kind::several_heaps: return "Guy-Smith for several heaps";
    case Kind::unequal_heaps: return "Guy-Smith for unequal heaps";
    case Kind::all_but: return "all-but recurrence";
  }
  return "";
}

std::string_view PeriodTheorem::source() const {
  switch (kind) {
    case Kind::window: return "the rule that values depend on finitely many before them";
    case Kind::guy_smith: return "the theorem of Guy and Smith (1956)";
    case Kind::several_heaps: return "the theorem of Guy and Smith (1956), for several heaps";
    case Kind::unequal_heaps: return "the theorem of Guy and Smith (1956), for unequal heaps";
    case Kind::all_but: return "the rule that all that later values depend on recurs";
  }
  return "";
}

std::string PeriodTheorem::statement() const {
  switch (kind) {
    case Kind::window: return fmt::format("G(n + p) = G(n) for n0 <= n < n0 + {} proves period p from n0 on", removed);
    case Kind::guy_smith:
    case Kind::several_heaps:
      return fmt::format("G(n + p) = G(n) for n0 <= n < {} n0 + {}p + {} proves period p from n0 on", heaps,
                         heaps == 2 ? "" : fmt::format("{} ", heaps - 1), removed);
    case Kind::unequal_heaps:
      return fmt::format("G(n + p) = G(n) for n0 <= n < 2 n0 + 2 p + {} proves period p from n0 on", removed);
    case Kind::all_but:
      return fmt::format(
          "what later values depend on, relative to the least value not yet met by heaps {} smaller, is the "
          "same p heaps later",
          removed + 1);
  }
  return "";
}

std::optional<PeriodTheorem> period_theorem(const TakeAndBreak& game) {
  using Kind = PeriodTheorem::Kind;
  const std::optional<unsigned> heaps = game.most_heaps();
  if (!heaps) return std::nullopt;
  if (game.repeat() > 0) {
    if (!is_all_but(game)) return std::nullopt;
    return PeriodTheorem{Kind::all_but, 1, game.digits().size() - 2, 0};
  }
  const std::uint64_t removed = *game.most_removed();
  if (game.constraint() != HeapConstraint::none) {
    if (*heaps != 2 || game.constraint() != HeapConstraint::unequal) return std::nullopt;
    return PeriodTheorem{Kind::unequal_heaps, 2, removed, 1};
  }
  // A move that takes the whole heap and may leave nothing else is open to heap t, and to no heap that is p larger.
  const bool whole_only = *heaps <= 1 && removed > 0 && game.digits().back() == HeapCounts::of_bits(1);
  const bool empty_heaps = !whole_only && (game.digits().empty() ||
                                           (game.digits()[0].empty() && std::ranges::all_of(game.digits(), downward_closed)));
  const Kind kind = *heaps <= 1 ? Kind::window : *heaps == 2 ? Kind::guy_smith : Kind::several_heaps;
  return PeriodTheorem{kind, std::max<std::uint64_t>(*heaps, 1), removed, empty_heaps ? 0U : 1U};
}

std::optional<Period> observe_period(std::span<const std::uint32_t> values) { return observe(values); }

PeriodProof prove_period(const PeriodTheorem& theorem, const GrundyValues& values) {
  return values.visit([&](auto list) { return prove_pure(theorem, list); });
}

std::optional<Period> find_period(const TakeAndBreak& game, const GrundyValues& values) {
  const std::optional<PeriodTheorem> theorem = period_theorem(game);
  return values.visit([&](auto list) -> std::optional<Period> {
    if (list.empty()) return std::nullopt;
    std::optional<Period> proved;
    if (theorem)
      proved = theorem->kind == PeriodTheorem::Kind::all_but ? prove_all_but(game, list) : prove_pure(*theorem, list).proved;
    return proved ? proved : observe(list);
  });
}

std::uint64_t last_needed(const TakeAndBreak& game, const GrundyValues& values, const Period& period) {
  const PeriodTheorem theorem = period_theorem(game).value();
  if (theorem.kind != PeriodTheorem::Kind::all_but) return theorem.last_needed(period.preperiod, period.period);
  return values.visit([&](auto list) { return *all_but_recurrence(game, list, period) + period.period - 1; });
}

Integer value_at(const Period& period, const GrundyValues& values, const Integer& heap) {
  if (heap < widen_unsigned(values.size())) return values[*narrow_unsigned(heap)];
  const Integer beyond = heap - widen_unsigned(period.preperiod), length = widen_unsigned(period.period);
  const Integer periods = beyond / length;
  const std::uint64_t rest = *narrow_unsigned(beyond % length);
  return widen_unsigned(values[period.preperiod + rest]) + periods * widen(period.saltus);
}

}  // namespace bouton
