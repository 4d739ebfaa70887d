#include "engine/theorem/forms/growth.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "engine/position/powers_and_roots.h"

namespace bouton {
namespace {

constexpr std::size_t kMostStatesOfGrowth = 600, kShownTerms = 12, kMostOrder = 8;
/// Operations on exact numbers, for the order of growth of one set: up to half a second.
constexpr std::uint64_t kMostStepsOfOrder = 400'000;

/// Counts modulo this prime tell a recurrence, which is then checked exactly.
const Integer kPrime("2305843009213693951");

Integer inverse(const Integer& number) {
  Integer result;
  mpz_invert(result.get_mpz_t(), number.get_mpz_t(), kPrime.get_mpz_t());
  return result;
}
Integer reduced(const Integer& number) {
  Integer result;
  mpz_fdiv_r(result.get_mpz_t(), number.get_mpz_t(), kPrime.get_mpz_t());
  return result;
}

/// The shortest linear recurrence of the terms modulo the prime (Berlekamp and Massey).
std::vector<Integer> shortest_recurrence(const std::vector<Integer>& terms) {
  std::vector<Integer> now, failed;  // failed: one that missed term number `at` by `by`
  std::size_t at = 0;
  Integer by;
  for (std::size_t k = 0; k < terms.size(); ++k) {
    Integer missed = -terms[k];
    for (std::size_t i = 0; i < now.size(); ++i) missed += now[i] * terms[k - 1 - i];
    missed = reduced(missed);
    if (missed == 0) continue;
    if (now.empty()) {
      now.assign(k + 1, Integer(0));
      at = k;
      by = missed;
      continue;
    }
    const Integer factor = reduced(missed * inverse(by));
    std::vector<Integer> next(k - at - 1, Integer(0));
    next.push_back(factor);
    for (const Integer& one : failed) next.push_back(reduced(-one * factor));
    if (next.size() < now.size()) next.resize(now.size());
    for (std::size_t i = 0; i < now.size(); ++i) next[i] = reduced(next[i] + now[i]);
    if (k - at + failed.size() >= now.size()) {
      failed = now;
      at = k;
      by = missed;
    }
    now = std::move(next);
  }
  return now;
}

/// The number of words of each length that the automaton accepts; lengths are multiples of the period.
std::vector<Integer> accepted_words(const Automaton& set, std::size_t terms, AutomataWorkspace& workspace) {
  std::vector<Integer> from(set.states());
  for (std::size_t state = 0; state < set.states(); ++state) from[state] = set.accepting(static_cast<State>(state)) ? 1 : 0;
  std::vector<Integer> counts = {from[0]};
  while (counts.size() < terms) {
    for (std::size_t digit = 0; digit < set.system().period(); ++digit) {
      workspace.spend(set.states() * set.letters());
      std::vector<Integer> longer(set.states());
      for (std::size_t state = 0; state < set.states(); ++state)
        for (Letter letter = 0; letter < set.letters(); ++letter)
          if (const State to = set.next(static_cast<State>(state), letter); to != kNoState)
            longer[state] += from[static_cast<std::size_t>(to)];
      from = std::move(longer);
    }
    counts.push_back(from[0]);
  }
  return counts;
}

std::optional<BoxGrowth> order_of(const std::vector<const Automaton*>& sets, AutomataWorkspace& workspace) {
  if (std::ranges::all_of(sets, [](const Automaton* set) { return set->empty(); })) return std::nullopt;
  AutomataWorkspace attempt(workspace, kMostStatesOfGrowth, std::min(kMostStepsOfOrder, workspace.steps_left()));
  std::optional<BoxGrowth> order;
  within_limits([&] { order = box_growth(sets, attempt); });
  return order;
}

void add_order(Growth& growth, const std::vector<const Automaton*>& sets, const std::vector<Automaton>& positions,
               AutomataWorkspace& workspace) {
  growth.order = order_of(sets, workspace);
  if (!growth.order || !growth.order->density || growth.order->dimension < sets[0]->tracks() || positions.empty()) return;
  std::vector<const Automaton*> all;
  for (const Automaton& automaton : positions) all.push_back(&automaton);
  const std::optional<BoxGrowth> of_all = order_of(all, workspace);
  if (of_all && of_all->density) growth.share = *growth.order->density / *of_all->density;
}

std::string identity(std::string_view text) { return std::string(text); }

}  // namespace

std::optional<Growth> growth_of(const std::vector<const Automaton*>& sets, const std::vector<Automaton>& positions,
                                AutomataWorkspace& workspace) {
  std::size_t states = 0;
  for (const Automaton* const set : sets) states += set->states() * set->system().period();
  if (sets.empty() || states > kMostStatesOfGrowth) return std::nullopt;
  Growth growth;
  const std::size_t terms = states + kMostOrder + kShownTerms;
  std::vector<Integer> counts(terms);
  for (const Automaton* const set : sets) {
    const std::vector<Integer> own = accepted_words(*set, terms, workspace);
    for (std::size_t k = 0; k < terms; ++k) counts[k] += own[k];
  }
  const Numeration& system = sets[0]->system();
  for (std::vector<Digit> digits = {1}; growth.below.size() < kShownTerms;
       digits.insert(digits.end(), system.period(), Digit{0}))
    growth.below.push_back(system.value_of(digits));
  growth.counts.assign(counts.begin(), counts.begin() + kShownTerms);
  add_order(growth, sets, positions, workspace);
  const std::size_t looked = std::min<std::size_t>(terms, 2 * kMostOrder + 4);
  const std::vector<Integer> found =
      shortest_recurrence({counts.begin(), counts.begin() + static_cast<std::ptrdiff_t>(looked)});
  if (found.empty() || found.size() > kMostOrder) return growth;
  std::vector<std::int64_t> recurrence;
  for (const Integer& coefficient : found) {
    const Integer centred = 2 * coefficient > kPrime ? Integer(coefficient - kPrime) : coefficient;
    if (abs(centred) > 1'000'000) return growth;
    recurrence.push_back(*narrow(centred));
  }
  for (std::size_t k = recurrence.size(); k < terms; ++k) {
    Integer sum = 0;
    for (std::size_t i = 0; i < recurrence.size(); ++i) sum += widen(recurrence[i]) * counts[k - 1 - i];
    if (sum != counts[k]) return growth;
  }
  growth.recurrence = std::move(recurrence);
  return growth;
}

std::string growth_text(const Growth& growth) {
  constexpr std::size_t kShown = 8;
  std::string counts, below, law;
  for (std::size_t k = 0; k < kShown; ++k) {
    counts += growth.counts[k].get_str() + ", ";
    below += growth.below[k].get_str() + ", ";
  }
  for (std::size_t i = 0; i < growth.recurrence.size(); ++i) {
    const std::int64_t factor = growth.recurrence[i];
    if (factor == 0) continue;
    const std::string_view sign = law.empty() ? (factor < 0 ? "-" : "") : factor < 0 ? " - " : " + ";
    const std::int64_t times = factor < 0 ? -factor : factor;
    law += fmt::format("{}{}c(k-{})", sign, times == 1 ? "" : fmt::format("{} ", times), i + 1);
  }
  return fmt::format("{}... of numbers below {}...{}", counts, below,
                     law.empty() ? "" : fmt::format(": c(k) = {} for k >= {}", law, growth.recurrence.size()));
}

std::string exponent_text(const BoxGrowth::Quotient& exponent) {
  constexpr unsigned kMostPower = 12;
  const std::string base = exponent.base.text();
  if (const std::optional<Integer> whole = parse_integer(base))
    for (unsigned below = 2; below <= kMostPower; ++below)
      for (unsigned above = 1; above <= kMostPower; ++above)
        if (power(exponent.of, below) == power(*whole, above)) return fmt::format("{}/{}", above, below);
  return fmt::format("log({})/log({})", exponent.of.get_str(), base);
}

double exponent_near(const BoxGrowth& order) {
  if (!order.exponent) return static_cast<double>(order.dimension);
  return std::log(order.exponent->of.get_d()) / std::log(order.exponent->base.approximate());
}

std::string order_text(const Growth& growth, std::string (*math)(std::string_view)) {
  if (!growth.order) return "";
  if (math == nullptr) math = identity;
  const BoxGrowth& order = *growth.order;
  if (growth.share) return fmt::format("density {} of all positions", math(growth.share->text()));
  std::string power = order.exponent         ? fmt::format("N^({})", exponent_text(*order.exponent))
                      : order.dimension == 0 ? ""
                      : order.dimension == 1 ? "N"
                                             : fmt::format("N^{}", order.dimension);
  if (order.density) {
    const QuadraticNumber& density = *order.density;
    if (power.empty()) return fmt::format("{} in all", density.text());
    std::string factor = density.text();
    if (factor.find(' ') != factor.npos && !factor.starts_with('(')) factor = fmt::format("({})", factor);
    std::string text = fmt::format("about {} with numbers below {}",
                                   math(factor == "1" ? power : fmt::format("{} {}", factor, power)), math("N"));
    if (!density.is_rational()) text += fmt::format(", or {}", math(fmt::format("{:.6g} {}", density.approximate(), power)));
    return text;
  }
  const std::string log = order.logarithms == 0   ? ""
                          : order.logarithms == 1 ? "log N"
                                                  : fmt::format("(log N)^{}", order.logarithms);
  power += (power.empty() || log.empty() ? "" : " ") + log;
  return fmt::format("between two multiples of {} with numbers below {}{}", math(power), math("N"),
                     order.has_no_limit ? fmt::format("; their number over {} has no limit", math(power)) : "");
}

}  // namespace bouton
