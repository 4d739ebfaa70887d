#include "engine/misere/quotient/quotient.h"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/misere/quotient/mistake.h"

namespace bouton {
namespace {

/// `graph` with one more heap, which is worth `value`.
CayleyGraph with_heap(const CayleyGraph& graph, const HeapSum& value) {
  const std::size_t heaps = graph.heaps() + 1;
  ChargedVector<Element> next(graph.account());
  ChargedVector<std::uint8_t> p(graph.account());
  next.reserve(graph.size() * heaps);
  for (Element element = 0; element < graph.size(); ++element) {
    for (Heap heap = 0; heap < graph.heaps(); ++heap) next.push_back(graph.after(element, heap));
    next.push_back(graph.after(element, value));
    p.push_back(graph.is_p(element) ? 1 : 0);
  }
  return CayleyGraph(heaps, std::move(next), std::move(p));
}

std::size_t count(const HeapSum& sum, Heap heap) { return static_cast<std::size_t>(std::ranges::count(sum, heap)); }

/// A heap whose count tells apart two sums that are one element of `graph` and yet differ in outcome. `mistake` is a sum
/// of least depth that is wrong.
Counter separating(const CayleyGraph& graph, const HeapGame& game, const Representatives& least, const HeapSum& mistake) {
  // Heap by heap the sum is replaced by the representative of its element. No sum on the way is deeper.
  const bool is_p = is_p_by_options(graph, game, mistake);
  HeapSum before = mistake;
  Element element = 0;
  for (std::size_t done = 0; done < mistake.size(); ++done) {
    element = graph.after(element, mistake[mistake.size() - 1 - done]);
    HeapSum after = least.sum(element);
    after.insert(after.end(), mistake.begin(), mistake.end() - static_cast<std::ptrdiff_t>(done) - 1);
    std::ranges::sort(after);
    if (is_p_by_options(graph, game, after) != is_p) {
      for (Heap heap = static_cast<Heap>(graph.heaps()); heap-- > 0;)
        if (count(before, heap) != count(after, heap))
          return {heap, static_cast<std::uint32_t>(std::max(count(before, heap), count(after, heap))), 2};
    }
    before = std::move(after);
  }
  throw Error("a mistake of a misère quotient that no step explains");
}

}  // namespace

Element MisereQuotient::product(Element a, Element b) const { return graph_.after(a, least_[b]); }

/// The value of an earlier heap whose winning moves are among those of `heap`, if no P-position arises that has an option
/// that is one: then `heap` is worth as much, since in a sum where the earlier heap's moves are enough so are its own.
std::optional<Element> MisereQuotient::value_of_dominating_heap(const HeapGame& game, Heap heap) const {
  const Representatives least = representatives(graph_, game);
  const ProductTable product(graph_, least);
  const HeapMoves moves(graph_, game, product, heap);
  const std::size_t words = (graph_.size() + 63) / 64;
  for (Heap other = 0; other < graph_.heaps(); ++other) {
    if (game.depth(other) == 0) continue;
    const HeapMoves others(graph_, game, product, other);
    const std::uint64_t* const p = product.p_set(others.element());
    bool fits = true;
    for (std::size_t i = 0; i < words && fits; ++i)
      fits = (others.winning()[i] & ~moves.winning()[i]) == 0 && (p[i] & moves.winning()[i]) == 0;
    if (fits) return others.element();
  }
  return std::nullopt;
}

void MisereQuotient::add_heap(const HeapGame& game, const Budget& budget) {
  const Heap heap = static_cast<Heap>(graph_.heaps());
  const auto accept = [&](CayleyGraph graph) {
    const Representatives least = representatives(graph, game);
    std::vector<HeapSum> sums;
    for (Element element = 0; element < graph.size(); ++element) sums.push_back(least.sum(element));
    sizes_.push_back(graph.size());
    least_ = std::move(sums);
    graph_ = std::move(graph);
  };
  if (game.depth(heap) == 0) return accept(with_heap(graph_, {}));
  if (graph_.size() > 1)
    if (const std::optional<Element> value = value_of_dominating_heap(game, heap))
      return accept(with_heap(graph_, least_[*value]));

  const std::size_t most = limits_.elements * 64;
  CayleyGraph fine = with_counter(graph_, game, {heap, 3, 2}, true, most, budget);
  for (std::size_t refinements = 0;; ++refinements) {
    CayleyGraph candidate = minimized(fine);
    if (candidate.size() > limits_.elements)
      throw LimitError(fmt::format("the misère quotient was given up at heap {}: more than {} elements; it may be infinite",
                                   heap, limits_.elements));
    if (refinements > limits_.refinements)
      throw LimitError(fmt::format("the misère quotient was given up at heap {} after {} refinements; it may be infinite", heap,
                                   limits_.refinements));
    const Representatives least = representatives(candidate, game);
    const ProductTable product(candidate, least);
    const std::optional<HeapSum> mistake = find_mistake(candidate, game, least, product, budget);
    if (!mistake) return accept(std::move(candidate));
    const bool is_p = is_p_by_options(candidate, game, *mistake);
    fine = std::move(candidate);
    do {
      const Counter counter = separating(fine, game, representatives(fine, game), *mistake);
      fine = with_counter(fine, game, counter, false, most, budget);
    } while (fine.is_p(fine.after(0, *mistake)) != is_p);
  }
}

void MisereQuotient::grow(const HeapGame& game, std::size_t heaps, const Budget& budget) {
  if (!graph_.account()) graph_ = CayleyGraph(std::make_shared<MemoryAccount>(budget));
  while (graph_.heaps() < heaps) add_heap(game, budget);
}

}  // namespace bouton
