#include "engine/misere/quotient/mistake.h"

#include <algorithm>
#include <map>

namespace bouton {
namespace {

bool disjoint(const std::uint64_t* a, const std::uint64_t* b, std::size_t words) {
  for (std::size_t i = 0; i < words; ++i)
    if ((a[i] & b[i]) != 0) return false;
  return true;
}

bool subset(const std::uint64_t* a, const std::uint64_t* b, std::size_t words) {
  for (std::size_t i = 0; i < words; ++i)
    if ((a[i] & ~b[i]) != 0) return false;
  return true;
}

class PairSearch {
 public:
  PairSearch(const CayleyGraph& graph, const HeapGame& game, const Representatives& least, const ProductTable& product,
             const Budget& budget)
      : graph_(graph),
        game_(game),
        least_(least),
        product_(product),
        budget_(budget),
        pairs_(graph.account()),
        sets_(graph.size(), graph.account()),
        seen_(graph.size()) {
    for (Heap heap = 0; heap < graph.heaps(); ++heap)
      if (game.depth(heap) > 0) heaps_.emplace_back(heap, HeapMoves(graph, game, product, heap));
  }

  /// A P-position with an option that is one.
  std::optional<HeapSum> false_p() const {
    std::uint64_t nearest = ~std::uint64_t{0};
    std::optional<HeapSum> found;
    for (const auto& [heap, moves] : heaps_) {
      const std::uint64_t* const p = product_.p_set(moves.element());
      if (disjoint(p, moves.winning(), sets_.words())) continue;
      for (Element rest = 0; rest < graph_.size(); ++rest) {
        const std::uint64_t depth = least_.depth[rest] + game_.depth(heap);
        if (depth >= nearest || !ElementSets::contains(p, rest) || !ElementSets::contains(moves.winning(), rest)) continue;
        nearest = depth;
        found = least_.sum(rest);
        found->push_back(heap);
        std::ranges::sort(*found);
      }
    }
    return found;
  }

  /// A position that is not a P-position, has options, and none of them is one; of a depth below `below`.
  std::optional<HeapSum> false_n(std::uint64_t below) {
    forget_dominated_heaps();
    collect_quotients();
    for (std::size_t i = 0; i < heaps_.size(); ++i) {
      const HeapMoves& moves = heaps_[i].second;
      std::copy_n(moves.winning(), sets_.words(), sets_.add());
      enter({moves.element(), kNone, static_cast<std::uint32_t>(i)}, game_.depth(heaps_[i].first));
    }
    std::vector<std::uint64_t> next(sets_.words());
    while (!open_.empty()) {
      const auto [depth, pairs] = *open_.begin();
      open_.erase(open_.begin());
      if (depth >= below) return std::nullopt;
      for (const std::uint32_t pair : pairs) {
        const Element element = pairs_[pair].element;
        if (dominated(element, sets_[pair])) continue;
        seen_[element].push_back(pair);
        if (!graph_.is_p(element) && !ElementSets::contains(sets_[pair], 0)) return sum(pair);
        if (complete(element, sets_[pair])) continue;
        for (std::size_t i = 0; i < heaps_.size(); ++i) {
          budget_.check_stop();  // a microsecond or so goes into each
          const Element sum = product_(element, heaps_[i].second.element());
          add(pair, i, next.data());
          if (dominated(sum, next.data())) continue;
          std::copy(next.begin(), next.end(), sets_.add());
          enter({sum, pair, static_cast<std::uint32_t>(i)}, depth + game_.depth(heaps_[i].first));
        }
      }
    }
    return std::nullopt;
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Pair {
    Element element;
    std::uint32_t before;  ///< the pair to which a heap was added
    std::uint32_t heap;    ///< its place in heaps_
  };

  /// Of two heaps with the same element, the one with more winning moves and no less depth is in no least mistake.
  void forget_dominated_heaps() {
    std::vector<std::pair<Heap, HeapMoves>> kept;
    std::ranges::stable_sort(heaps_, {}, [&](const auto& entry) { return game_.depth(entry.first); });
    for (auto& entry : heaps_) {
      const auto is_below = [&](const std::pair<Heap, HeapMoves>& other) {
        return other.second.element() == entry.second.element() &&
               subset(other.second.winning(), entry.second.winning(), sets_.words());
      };
      if (std::ranges::none_of(kept, is_below)) kept.push_back(std::move(entry));
    }
    heaps_ = std::move(kept);
  }

  /// For each heap and element x: the elements z with which a move in the heap wins beside x.
  void collect_quotients() {
    for (const auto& [heap, moves] : heaps_) {
      budget_.check_stop();
      ElementSets& sets = beside_.emplace_back(graph_.size(), graph_.account());
      for (Element x = 0; x < graph_.size(); ++x) {
        std::uint64_t* const set = sets.add();
        for (const Element option : moves.options()) {
          const std::uint64_t* const p = product_.p_set(product_(x, option));
          for (std::size_t i = 0; i < sets.words(); ++i) set[i] |= p[i];
        }
      }
    }
  }

  /// The second half of the pair that heap number `heap` makes of `pair`.
  void add(std::uint32_t pair, std::size_t heap, std::uint64_t* out) const {
    const std::uint64_t* const winning = sets_[pair];
    const std::uint64_t* const beside = beside_[heap][pairs_[pair].element];
    const Element* const row = product_.row(heaps_[heap].second.element());
    for (std::size_t i = 0; i < sets_.words(); ++i) {
      std::uint64_t word = 0;
      const std::size_t count = std::min<std::size_t>(64, graph_.size() - i * 64);
      for (std::size_t j = 0; j < count; ++j) {
        const Element z = row[i * 64 + j];
        word |= (winning[z >> 6] >> (z & 63) & 1) << j;
      }
      out[i] = word | beside[i];
    }
  }

  bool dominated(Element element, const std::uint64_t* set) const {
    return std::ranges::any_of(seen_[element], [&](std::uint32_t other) { return subset(sets_[other], set, sets_.words()); });
  }

  /// Whether moves in the sum alone win whatever is added.
  bool complete(Element element, const std::uint64_t* set) const {
    const std::uint64_t* const p = product_.p_set(element);
    for (Element z = 0; z < graph_.size(); z += 64) {
      const std::size_t count = std::min<std::size_t>(64, graph_.size() - z);
      const std::uint64_t all = count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
      if (((p[z / 64] | set[z / 64]) & all) != all) return false;
    }
    return true;
  }

  void enter(Pair pair, std::uint64_t depth) {
    open_[depth].push_back(static_cast<std::uint32_t>(pairs_.size()));
    pairs_.push_back(pair);
  }

  HeapSum sum(std::uint32_t pair) const {
    HeapSum result;
    for (; pair != kNone; pair = pairs_[pair].before) result.push_back(heaps_[pairs_[pair].heap].first);
    std::ranges::sort(result);
    return result;
  }

  const CayleyGraph& graph_;
  const HeapGame& game_;
  const Representatives& least_;
  const ProductTable& product_;
  const Budget& budget_;
  std::vector<std::pair<Heap, HeapMoves>> heaps_;
  std::vector<ElementSets> beside_;
  ChargedVector<Pair> pairs_;
  ElementSets sets_;                                          ///< the second halves of pairs_
  std::vector<std::vector<std::uint32_t>> seen_;              ///< for each element the pairs that were looked at
  std::map<std::uint64_t, std::vector<std::uint32_t>> open_;  ///< pairs to look at, by depth
};

}  // namespace

ProductTable::ProductTable(const CayleyGraph& graph, const Representatives& least)
    : size_(graph.size()), products_(graph.size() * graph.size(), graph.account()), p_sets_(graph.size(), graph.account()) {
  for (const Element b : least.order) {
    Element* const row = products_.data() + b * size_;
    const Element* const before = products_.data() + least.before[b] * size_;
    for (Element a = 0; a < size_; ++a) row[a] = b == 0 ? a : graph.after(before[a], least.last[b]);
  }
  for (Element a = 0; a < size_; ++a) {
    std::uint64_t* const set = p_sets_.add();
    for (Element b = 0; b < size_; ++b)
      if (graph.is_p(row(a)[b])) ElementSets::insert(set, b);
  }
}

HeapMoves::HeapMoves(const CayleyGraph& graph, const HeapGame& game, const ProductTable& product, Heap heap)
    : element_(heap < graph.heaps() ? graph.after(0, heap) : 0), winning_((graph.size() + 63) / 64) {
  for (const HeapSum& option : game.options(heap)) options_.push_back(graph.after(0, option));
  std::ranges::sort(options_);
  options_.erase(std::unique(options_.begin(), options_.end()), options_.end());
  for (const Element option : options_)
    for (std::size_t i = 0; i < winning_.size(); ++i) winning_[i] |= product.p_set(option)[i];
}

std::optional<HeapSum> find_mistake(const CayleyGraph& graph, const HeapGame& game, const Representatives& least,
                                    const ProductTable& product, const Budget& budget) {
  const auto depth_of = [&](const HeapSum& sum) {
    std::uint64_t depth = 0;
    for (const Heap heap : sum) depth += game.depth(heap);
    return depth;
  };
  PairSearch search(graph, game, least, product, budget);
  const std::optional<HeapSum> false_p = search.false_p();
  std::optional<HeapSum> false_n = search.false_n(false_p ? depth_of(*false_p) : ~std::uint64_t{0});
  return false_n ? false_n : false_p;
}

}  // namespace bouton
