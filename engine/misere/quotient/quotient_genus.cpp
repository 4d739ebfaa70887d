#include "engine/misere/quotient/quotient_genus.h"

#include <algorithm>
#include <utility>

#include "engine/base/errors.h"

namespace bouton {

QuotientGenus::QuotientGenus(const HeapGame& game, MisereQuotient quotient, const Budget& budget)
    : budget_(budget), heaps_(game), game_heaps_(game.size()), quotient_(std::move(quotient)), below_(game, budget) {}

/// Grows the quotient to so many heaps, Nim heaps behind the game's among them; false if it is too large.
bool QuotientGenus::reach(std::size_t heaps) {
  while (heaps_.size() < heaps) {
    std::vector<HeapSum> options = {{}};
    for (std::size_t smaller = game_heaps_; smaller < heaps_.size(); ++smaller) options.push_back({static_cast<Heap>(smaller)});
    heaps_.add(std::move(options));
  }
  if (quotient_.heaps() >= heaps) return true;
  if (!grows_) return false;
  Budget quiet = budget_;
  quiet.progress = nullptr;
  try {
    quotient_.grow(heaps_, heaps, quiet);
  } catch (const LimitError&) {
    grows_ = false;
  }
  return grows_;
}

/// Whether the element and a Nim heap make a P-position; the quotient reaches the heap.
bool QuotientGenus::is_p(Element element, Grundy nim_heap) {
  if (nim_heap == 0) return quotient_.is_p(element);
  return quotient_.is_p(quotient_.product(element, quotient_.value(static_cast<Heap>(game_heaps_ + nim_heap - 1))));
}

/// The Nim heap that makes a P-position of the element. Where the quotient grows for it, the answer means nothing, since the
/// element is one of the quotient before.
std::optional<Grundy> QuotientGenus::misere_value(Element element) {
  const std::size_t heaps = quotient_.heaps();
  for (Grundy n = 0; n <= kGreatest; ++n) {
    if (n > 0 && !reach(game_heaps_ + n)) return std::nullopt;
    if (quotient_.heaps() != heaps) return 0;
    if (is_p(element, n)) return n;
  }
  return std::nullopt;
}

/// The Grundy value under normal play. Those of the heaps before come first.
Grundy QuotientGenus::normal(Heap heap) {
  for (auto next = static_cast<Heap>(normal_.size()); next <= heap; ++next) {
    MexSet seen;
    for (const HeapSum& option : heaps_.options(next)) {
      Grundy value = 0;
      for (const Heap part : option) value ^= normal_[part];
      seen.insert(value);
    }
    normal_.push_back(seen.mex());
  }
  return normal_[heap];
}

std::optional<Genus> QuotientGenus::genus(const HeapSum& sum) {
  constexpr std::size_t kTwos = 2;
  if (!reach(game_heaps_ + kTwos)) return std::nullopt;
  Genus result{0, {}};
  for (const Heap heap : sum) result.normal ^= normal(heap);
  // Growing the quotient gives its elements other numbers, so the walk begins anew where it has grown.
  while (true) {
    const std::size_t heaps = quotient_.heaps();
    const Element two = quotient_.value(static_cast<Heap>(game_heaps_ + kTwos - 1));
    std::vector<Element> passed;
    result.misere.clear();
    Element element = quotient_.value(sum);
    // Two rounds behind the end of the walk: from there on the values alternate, with whichever of two the round begins.
    std::size_t left = ~std::size_t{0};
    while (left > 0) {
      if (left == ~std::size_t{0} && std::ranges::find(passed, element) != passed.end()) left = 2;
      passed.push_back(element);
      const std::optional<Grundy> value = misere_value(element);
      if (!value) return std::nullopt;
      if (quotient_.heaps() != heaps) break;
      result.misere.push_back(*value);
      element = quotient_.product(element, two);
      if (left != ~std::size_t{0}) --left;
    }
    if (quotient_.heaps() == heaps) break;
  }
  std::vector<Grundy>& values = result.misere;
  while (values.size() > 2 && values.back() == values[values.size() - 3]) values.pop_back();
  return result;
}

/// Whether the heap and all below it have genera of positions of Nim. Those of the heaps before come first.
std::optional<bool> QuotientGenus::tame(Heap heap) {
  for (auto next = static_cast<Heap>(tame_.size()); next <= heap; ++next) {
    bool all = true;
    for (const HeapSum& option : heaps_.options(next))
      for (const Heap part : option) all = all && tame_[part];
    if (all) {
      constexpr std::size_t kMostBelow = 20'000;
      try {
        all = below_.find({next}, kMostBelow).tame;
      } catch (const LimitError&) {
        const std::optional<Genus> own = genus(heaps_.tidy({next}));
        if (!own) return std::nullopt;
        all = own->fickle() || own->firm();
      }
    }
    tame_.push_back(all);
  }
  return tame_[heap];
}

std::optional<GenusSolver::Found> QuotientGenus::find(const HeapSum& whole) {
  if (!reach(game_heaps_)) return std::nullopt;
  const HeapSum sum = heaps_.tidy(whole);
  bool all = true;
  for (const Heap heap : sum) {
    const std::optional<bool> one = tame(heap);
    if (!one) return std::nullopt;
    all = all && *one;
  }
  std::optional<Genus> found = genus(sum);
  if (!found) return std::nullopt;
  return GenusSolver::Found{*std::move(found), all};
}

}  // namespace bouton
