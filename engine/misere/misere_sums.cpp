#include "engine/misere/misere_sums.h"

#include <algorithm>

#include "engine/base/errors.h"

namespace bouton {
namespace {

/// More heaps than a quotient is likely to be found for.
constexpr std::size_t kMostPositions = 1000;
/// What takes some ten seconds before it is given up; most quotients that are found take less than one.
constexpr MisereQuotient::Limits kLimits{.elements = 4096, .refinements = 1000};

}  // namespace

MisereSums::MisereSums(std::vector<std::shared_ptr<const Rules>> games, const Budget& budget)
    : budget_(budget), heaps_(std::move(games), kMostPositions, budget), quotient_(kLimits) {}

std::optional<Outcome> MisereSums::outcome(const std::vector<SumPart>& parts) {
  try {
    HeapSum sum;
    for (const SumPart& part : parts) sum.push_back(heaps_.heap(part.game, part.position));
    const std::size_t needed = sum.empty() ? 0 : *std::ranges::max_element(sum) + std::size_t{1};
    if (needed > quotient_.heaps()) {
      if (!grows_) return std::nullopt;
      grows_ = false;
      quotient_.grow(heaps_.heaps(), needed, budget_);
      grows_ = true;
    }
    return quotient_.is_p(quotient_.value(sum)) ? Outcome::P : Outcome::N;
  } catch (const LimitError&) {
    return std::nullopt;
  } catch (const RequestError&) {
    return std::nullopt;
  }
}

}  // namespace bouton
