#include "engine/misere/quotient/cayley_graph.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <tuple>
#include <unordered_map>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/position/hash.h"

namespace bouton {

HeapSum Representatives::sum(Element element) const {
  HeapSum result;
  for (; element != 0; element = before[element]) result.push_back(last[element]);
  std::ranges::sort(result);
  return result;
}

Representatives representatives(const CayleyGraph& graph, const HeapGame& game) {
  constexpr std::uint64_t kFar = ~std::uint64_t{0};
  const std::shared_ptr<MemoryAccount> account = graph.account();
  Representatives found{ChargedVector<std::uint64_t>(graph.size(), kFar, account),
                        ChargedVector<Element>(graph.size(), 0, account), ChargedVector<Heap>(graph.size(), 0, account),
                        ChargedVector<Element>(account)};
  using Entry = std::pair<std::uint64_t, Element>;
  std::priority_queue<Entry, ChargedVector<Entry>, std::greater<>> open{std::greater<>(), ChargedVector<Entry>(account)};
  found.depth[0] = 0;
  open.push({0, 0});
  while (!open.empty()) {
    const auto [depth, element] = open.top();
    open.pop();
    if (depth != found.depth[element]) continue;
    found.order.push_back(element);
    for (Heap heap = 0; heap < graph.heaps(); ++heap) {
      if (game.depth(heap) == 0) continue;
      const Element next = graph.after(element, heap);
      if (depth + game.depth(heap) >= found.depth[next]) continue;
      found.depth[next] = depth + game.depth(heap);
      found.before[next] = element;
      found.last[next] = heap;
      open.push({found.depth[next], next});
    }
  }
  return found;
}

bool is_p_by_options(const CayleyGraph& graph, const HeapGame& game, const HeapSum& sum) {
  if (sum.empty()) return false;
  for (std::size_t moved = 0; moved < sum.size(); ++moved) {
    if (moved > 0 && sum[moved] == sum[moved - 1]) continue;
    Element rest = 0;
    for (std::size_t i = 0; i < sum.size(); ++i)
      if (i != moved) rest = graph.after(rest, sum[i]);
    for (const HeapSum& option : game.options(sum[moved]))
      if (graph.is_p(graph.after(rest, option))) return false;
  }
  return true;
}

CayleyGraph with_counter(const CayleyGraph& graph, const HeapGame& game, const Counter& counter, bool one_more,
                         std::size_t most, const Budget& budget) {
  const std::size_t counts = counter.exact + counter.period;
  const std::size_t heaps = graph.heaps() + (one_more ? 1 : 0);
  constexpr Element kNone = ~Element{0};
  const std::shared_ptr<MemoryAccount> account = graph.account();
  ChargedVector<Element> number(graph.size() * counts, kNone, account);  // of the pairs that are products of heaps
  ChargedVector<std::pair<Element, std::uint32_t>> pairs(account);
  const auto number_of = [&](Element element, std::uint32_t count) {
    Element& known = number[element * counts + count];
    if (known == kNone) {
      if (pairs.size() >= most)
        throw LimitError(fmt::format("the misère quotient was given up: a monoid of more than {} elements", most));
      known = static_cast<Element>(pairs.size());
      pairs.push_back({element, count});
    }
    return known;
  };
  number_of(0, 0);
  ChargedVector<Element> next(account);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    budget.check_stop();
    const auto [element, count] = pairs[i];
    for (Heap heap = 0; heap < heaps; ++heap) {
      const Element moved = heap < graph.heaps() ? graph.after(element, heap) : element;
      std::uint32_t counted = count;
      if (heap == counter.heap && ++counted == counts) counted = counter.exact;
      next.push_back(number_of(moved, counted));
    }
  }
  CayleyGraph product(heaps, std::move(next), ChargedVector<std::uint8_t>(pairs.size(), 0, account));
  const Representatives least = representatives(product, game);
  for (const Element element : least.order) {
    budget.check_stop();
    product.set_p(element, is_p_by_options(product, game, least.sum(element)));
  }
  return product;
}

CayleyGraph minimized(const CayleyGraph& graph) {
  const std::shared_ptr<MemoryAccount> account = graph.account();
  // Heaps that act alike need not all be looked at.
  std::vector<Heap> acting;
  for (Heap heap = 0; heap < graph.heaps(); ++heap) {
    const auto same = [&](Heap other) { return graph.after(0, heap) == graph.after(0, other); };
    if (graph.after(0, heap) != 0 && std::ranges::none_of(acting, same)) acting.push_back(heap);
  }
  ChargedVector<Element> part(graph.size(), account);
  for (Element element = 0; element < graph.size(); ++element) part[element] = graph.is_p(element) ? 1 : 0;
  std::size_t parts = 0;
  for (;;) {
    // Parts are numbered as they are met, so that the identity is in part 0.
    using Entry = std::pair<const std::uint64_t, Element>;
    std::unordered_map<std::uint64_t, Element, std::hash<std::uint64_t>, std::equal_to<>, ChargedAllocator<Entry>> fresh(
        account);
    ChargedVector<Element> finer = part;
    std::size_t count = 0;
    for (std::size_t step = 0; step <= acting.size(); ++step) {
      fresh.clear();
      const ChargedVector<Element> left = finer;
      for (Element element = 0; element < graph.size(); ++element) {
        const Element right = step == 0 ? 0 : part[graph.after(element, acting[step - 1])];
        const std::uint64_t key = std::uint64_t{left[element]} << 32 | right;
        finer[element] = fresh.try_emplace(key, static_cast<Element>(fresh.size())).first->second;
      }
      count = fresh.size();
    }
    part = std::move(finer);
    if (count == parts) break;
    parts = count;
  }
  ChargedVector<Element> next(parts * graph.heaps(), account);
  ChargedVector<std::uint8_t> p(parts, account);
  for (Element element = 0; element < graph.size(); ++element) {
    p[part[element]] = graph.is_p(element) ? 1 : 0;
    for (Heap heap = 0; heap < graph.heaps(); ++heap)
      next[part[element] * graph.heaps() + heap] = part[graph.after(element, heap)];
  }
  return CayleyGraph(graph.heaps(), std::move(next), std::move(p));
}

}  // namespace bouton
