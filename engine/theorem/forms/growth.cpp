#include "engine/theorem/forms/growth.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace bouton {
namespace {

constexpr std::size_t kMostStatesOfGrowth = 600, kShownTerms = 12, kMostOrder = 8;

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

}  // namespace

std::optional<Growth> growth_of(const std::vector<const Automaton*>& sets, AutomataWorkspace& workspace) {
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

}  // namespace bouton
