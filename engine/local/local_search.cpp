// The search for the Grundy value of one large position, and for its outcome under misère play.
//
// Nimbers (J. Lemoine, S. Viennot, *Nimbers are inevitable*, 2012). The question is whether X + *n is a P-position, for a
// component X. It is not where some option of X has the value n. Otherwise no option of X has it, so that the value of X is at
// most n; then it is n unless X + *m is a P-position for some m < n. The value of X is the first n = 0, 1, 2, ... for which X +
// *n is P. A sum of several components is one with a heap: all but the largest component are given their values, which are
// added to the heap. The table keeps values of components, and which values they do not have: never outcomes of sums.
//
// Example. In cram 1 x 4, n = 0: the domino in the middle leaves two single squares, value 0, so 1 x 4 is not 0. n = 1: the
// domino at an end leaves 1 x 2, value 1: not 1. n = 2: no option has the value 2, and 0 and 1 are excluded: the value is 2.
//
// Misère play has no values; there the outcomes of whole positions are kept (0 for P, 1 for N).
//
// Threads search the same position with the same table, in orders that differ a little: what one has found the others need not
// look for. The first that knows the answer ends the search.
#include "engine/local/local_search.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "engine/base/random.h"
#include "engine/local/compiled_game.h"
#include "engine/local/table_file.h"
#include "engine/local/value_table.h"

namespace bouton::local {
namespace {

/// Ends a thread's search: another one has the answer, or the effort is spent.
struct Ended {};

/// What the threads of one search share.
struct SharedEffort {
  std::atomic<bool> ended = false;
  std::atomic<std::uint64_t> positions = 0;
  std::atomic<std::uint64_t> options = 0;
  std::uint64_t most_positions = 0;
};

template <int W, int K>
class Searcher {
 public:
  using Game = CompiledGame<W, K>;
  using States = typename Game::States;
  using Part = typename Game::Part;
  using Table = ValueTable<W * K>;

  Searcher(const Game& game, Table& table, const SearchUse& use, Play play, const Budget& budget, SharedEffort& effort,
           unsigned number)
      : game_(game),
        table_(table),
        use_(use),
        play_(play),
        budget_(budget),
        effort_(effort),
        first_(number == 0),
        random_(number) {}
  ~Searcher() { publish(); }
  Searcher(const Searcher&) = delete;
  Searcher& operator=(const Searcher&) = delete;

  /// Whether the sum of `x` and a heap is a P-position.
  bool is_P(const States& x, std::uint32_t heap) {
    const std::size_t first = parts_.size();
    game_.parts(x, parts_);
    const bool result = play_ == Play::misere ? misere_is_P(first) : sum_is_P(first, heap);
    parts_.resize(first);
    return result;
  }
  Grundy value(const States& x) {
    const std::size_t first = parts_.size();
    game_.parts(x, parts_);
    Grundy total = settle(first);
    for (std::size_t i = first; i < parts_.size(); ++i) total ^= value_of(Part(parts_[i]));
    parts_.resize(first);
    return total;
  }

 private:
  /// An option of a component, as a range of parts_ and what the other parts add to.
  struct Option {
    std::size_t first;
    std::uint32_t count;
    std::uint32_t heap;
    std::uint64_t order;  ///< small ones are tried first
    std::uint64_t hash;   ///< of the parts, in any order
  };

  static typename Table::Key key_of(const States& states) { return std::bit_cast<typename Table::Key>(states); }

  void count() {
    if (++positions_ % 64 == 0) tell();
    if (effort_.ended.load(std::memory_order_relaxed)) throw Ended();
  }
  std::uint64_t publish() {
    const std::uint64_t all = effort_.positions.fetch_add(positions_ - told_, std::memory_order_relaxed) + positions_ - told_;
    effort_.options.fetch_add(options_looked_at_ - told_options_, std::memory_order_relaxed);
    told_ = positions_;
    told_options_ = options_looked_at_;
    return all;
  }
  void tell() {
    const std::uint64_t all = publish();
    if (all > effort_.most_positions) effort_.ended = true;
    if (!first_) return;
    budget_.check_stop();
    if (positions_ / kReport != reported_) {
      reported_ = positions_ / kReport;
      budget_.report("positions", all, 0);
    }
  }

  /// What is known of a component; its mirror is looked for where nothing is.
  std::optional<Knowledge> look_up(const States& x) {
    std::optional<Knowledge> found = table_.find(key_of(x));
    if (!found && use_.mirrors && play_ == Play::normal && game_.mirrors(x)) {
      found = Knowledge{.value = 0, .cost = 1};
      table_.add(key_of(x), *found);
    }
    return found;
  }

  /// Takes equal parts and parts of known value out of parts_ from `first` on; returns the sum of their values.
  std::uint32_t settle(std::size_t first) {
    std::uint32_t heap = 0;
    for (std::size_t i = first; i < parts_.size();) {
      bool gone = false;
      for (std::size_t j = i + 1; j < parts_.size() && !gone; ++j) {
        if (!(parts_[j].states == parts_[i].states)) continue;
        parts_[j] = parts_.back();
        parts_.pop_back();
        gone = true;
      }
      if (!gone)
        if (const std::optional<Knowledge> known = look_up(parts_[i].states); known && known->known()) {
          heap ^= known->value;
          gone = true;
        }
      if (!gone) {
        ++i;
        continue;
      }
      parts_[i] = parts_.back();
      parts_.pop_back();
    }
    return heap;
  }

  /// Whether the parts from `first` on, with a heap, are a P-position.
  bool sum_is_P(std::size_t first, std::uint32_t heap) {
    heap ^= settle(first);
    if (first == parts_.size()) return heap == 0;
    std::size_t largest = first;
    for (std::size_t i = first + 1; i < parts_.size(); ++i)
      if (parts_[i].size > parts_[largest].size) largest = i;
    std::swap(parts_[largest], parts_.back());
    for (std::size_t i = first; i + 1 < parts_.size(); ++i) heap ^= value_of(Part(parts_[i]));
    return part_is_P(Part(parts_.back()), heap);
  }

  Grundy value_of(const Part& x) {
    for (std::uint32_t n = 0;; ++n) {
      if (const std::optional<Knowledge> known = table_.find(key_of(x.states)); known && known->known()) return known->value;
      if (part_is_P(x, n)) return n;
    }
  }

  bool part_is_P(const Part& x, std::uint32_t heap) {
    Knowledge known = table_.find(key_of(x.states)).value_or(Knowledge{});
    if (known.known()) return known.value == heap;
    if (known.excludes(heap)) return false;
    count();
    const std::uint64_t before = positions_;
    const std::size_t first_part = parts_.size(), first_option = options_.size();
    const bool result = options_decide(x, heap, before);
    parts_.resize(first_part);
    options_.resize(first_option);
    return result;
  }

  bool options_decide(const Part& x, std::uint32_t heap, std::uint64_t before) {
    const std::size_t first = options_.size();
    bool all_known = true;
    std::uint64_t values = 0;  // bit n: an option has the value n; greater values are no matter
    if (!list_options(x.states, heap, values, all_known)) return exclude(x.states, heap, before);
    if (all_known && ~values != 0)
      return settle_value(x.states, static_cast<std::uint32_t>(std::countr_one(values)), before) == heap;
    if (use_.ordering)
      std::sort(options_.begin() + static_cast<std::ptrdiff_t>(first), options_.end(),
                [](const Option& a, const Option& b) { return a.order != b.order ? a.order < b.order : a.hash < b.hash; });
    const std::size_t end = options_.size();
    for (std::size_t i = first; i < end; ++i) {
      if (i > first && is_same(options_[i], options_[i - 1])) continue;
      const Option option = options_[i];
      const std::size_t copy = parts_.size();
      for (std::uint32_t j = 0; j < option.count; ++j) parts_.push_back(Part(parts_[option.first + j]));
      const bool wins = sum_is_P(copy, heap ^ option.heap);
      parts_.resize(copy);
      if (wins) return exclude(x.states, heap, before);
    }
    // No option has the value of the heap, so that of x is no greater.
    for (std::uint32_t n = 0; n < heap; ++n)
      if (part_is_P(x, n)) return false;
    settle_value(x.states, heap, before);
    return true;
  }

  /// Lists the options whose values are not known, and notes the values of the others. False if one of these is `heap`.
  bool list_options(const States& x, std::uint32_t heap, std::uint64_t& values, bool& all_known) {
    constexpr std::uint32_t kMostValues = 64;
    for (const typename Game::Move& move : game_.moves()) {
      if (!game_.applies(move, x)) continue;
      ++options_looked_at_;
      const std::size_t first = parts_.size();
      game_.parts(game_.after(move, x), parts_);
      const std::uint32_t rest = settle(first);
      if (parts_.size() == first) {
        if (rest == heap) return false;
        if (rest < kMostValues) values |= std::uint64_t{1} << rest;
        continue;
      }
      all_known = false;
      options_.push_back(option_of(first, rest));
    }
    return true;
  }

  Option option_of(std::size_t first, std::uint32_t heap) {
    Option option{first, static_cast<std::uint32_t>(parts_.size() - first), heap, 0, heap};
    std::uint64_t largest = 0, moves = 0;
    for (std::size_t i = first; i < parts_.size(); ++i) {
      largest = std::max<std::uint64_t>(largest, parts_[i].size);
      moves += parts_[i].moves;
      std::uint64_t hash = 0;
      for (const std::uint64_t word : key_of(parts_[i].states)) hash = mix(hash + word);
      option.hash += hash;
    }
    option.order = (largest << 32) + 8 * moves;
    if (!first_) option.order += random_.below(24);
    return option;
  }

  bool is_same(const Option& a, const Option& b) const {
    if (a.hash != b.hash || a.count != b.count || a.heap != b.heap) return false;
    const auto of = [&](const Option& option) { return parts_.begin() + static_cast<std::ptrdiff_t>(option.first); };
    const auto equal = [](const Part& p, const Part& q) { return p.states == q.states; };
    return std::is_permutation(of(a), of(a) + a.count, of(b), equal);
  }

  bool exclude(const States& x, std::uint32_t heap, std::uint64_t before) {
    if (heap < 32) table_.add(key_of(x), {.excluded = std::uint32_t{1} << heap, .cost = cost(before)});
    return false;
  }
  std::uint32_t settle_value(const States& x, std::uint32_t value, std::uint64_t before) {
    if (value < Knowledge::kUnknown) table_.add(key_of(x), {.value = static_cast<std::uint8_t>(value), .cost = cost(before)});
    return value;
  }
  std::uint8_t cost(std::uint64_t before) const { return static_cast<std::uint8_t>(std::bit_width(positions_ - before + 1)); }

  /// Whether the part at `first`, the only one, or no part at all is a P-position under misère play.
  bool misere_is_P(std::size_t first) {
    if (first == parts_.size()) return false;
    const States x = parts_[first].states;
    if (const std::optional<Knowledge> known = table_.find(key_of(x))) return known->value == 0;
    count();
    const std::uint64_t before = positions_;
    const std::size_t first_part = parts_.size(), first_option = options_.size();
    bool is_P = true;
    for (const typename Game::Move& move : game_.moves()) {
      if (!is_P || !game_.applies(move, x)) continue;
      ++options_looked_at_;
      const std::size_t at = parts_.size();
      game_.parts(game_.after(move, x), parts_);
      if (at == parts_.size()) continue;  // whoever cannot move has won
      const std::optional<Knowledge> known = table_.find(key_of(parts_[at].states));
      if (known && known->value == 0) is_P = false;
      if (known) parts_.resize(at);
      else options_.push_back(option_of(at, 0));
    }
    if (is_P) is_P = !wins_misere(first_option);
    parts_.resize(first_part);
    options_.resize(first_option);
    settle_value(x, is_P ? 0 : 1, before);
    return is_P;
  }

  bool wins_misere(std::size_t first) {
    if (use_.ordering)
      std::sort(options_.begin() + static_cast<std::ptrdiff_t>(first), options_.end(),
                [](const Option& a, const Option& b) { return a.order < b.order; });
    for (std::size_t i = first, end = options_.size(); i < end; ++i) {
      const std::size_t copy = parts_.size();
      parts_.push_back(Part(parts_[options_[i].first]));
      const bool wins = misere_is_P(copy);
      parts_.resize(copy);
      if (wins) return true;
    }
    return false;
  }

  static constexpr std::uint64_t kReport = 1 << 14;

  const Game& game_;
  Table& table_;
  const SearchUse& use_;
  Play play_;
  const Budget& budget_;
  SharedEffort& effort_;
  bool first_;  ///< of the threads: it tells the budget, and keeps to the order
  Random random_;
  std::vector<Part> parts_;
  std::vector<Option> options_;
  std::uint64_t positions_ = 0, told_ = 0, reported_ = 0;
  std::uint64_t options_looked_at_ = 0, told_options_ = 0;
};

template <int W, int K>
class SearchOf final : public LocalSearch {
 public:
  SearchOf(Structure structure, Play play, const Budget& budget, const std::shared_ptr<MemoryAccount>& account,
           const SearchUse& use)
      : budget_(budget),
        play_(play),
        use_(use),
        game_(std::move(structure), use.components && play == Play::normal, use.symmetry),
        table_(std::min(kMostBytes, (account->limit() - account->used()) / 2), budget.threads > 1, account) {}

  std::optional<Outcome> outcome(PositionView position, std::uint32_t heap, std::uint64_t most_positions) override {
    const auto states = game_.states_of(position);
    const std::optional<std::uint32_t> is_P =
        ask([&](Searcher<W, K>& searcher) { return static_cast<std::uint32_t>(searcher.is_P(states, heap)); }, most_positions);
    if (!is_P) return std::nullopt;
    return *is_P != 0 ? Outcome::P : Outcome::N;
  }
  std::optional<Grundy> grundy(PositionView position, std::uint64_t most_positions) override {
    const auto states = game_.states_of(position);
    return ask([&](Searcher<W, K>& searcher) { return searcher.value(states); }, most_positions);
  }
  Effort effort() const override { return effort_; }
  std::uint32_t changeable_cells(PositionView position) const override {
    std::vector<typename CompiledGame<W, K>::Part> parts;
    game_.parts(game_.states_of(position), parts);
    std::uint32_t cells = 0;
    for (const auto& part : parts) cells += part.size;
    return cells;
  }
  std::string method() const override {
    const Structure& structure = game_.structure();
    std::string text = "moves look at a few cells; ";
    text += structure.walled ? "components that can no longer touch are solved apart, by their Grundy values"
                             : "by the Grundy values of whole positions";
    if (structure.slides) text += ", wherever they stand on the board";
    if (!structure.permutations.empty()) text += fmt::format(", up to {} symmetries", structure.permutations.size() + 1);
    return text;
  }

  std::uint64_t places() const override { return table_.places(); }
  void save(const std::filesystem::path& path) const override {
    TableFileWriter file(path, game_.structure(), play_, W * K);
    table_.each([&](const auto& key, const Knowledge& knowledge) { file.add(key, knowledge); });
    file.finish();
  }
  void load(const std::filesystem::path& path) override {
    read_table_file(path, game_.structure(), play_, W * K, budget_,
                    [&](std::span<const std::uint64_t> words, const Knowledge& knowledge) {
                      typename ValueTable<W * K>::Key key{};
                      std::ranges::copy(words, key.begin());
                      table_.add(key, knowledge);
                    });
  }

 private:
  static constexpr std::size_t kMostBytes = sizeof(std::size_t) < 8 ? std::size_t{1} << 30 : kUsualMemory * 2;

  using Question = std::function<std::uint32_t(Searcher<W, K>&)>;

  std::optional<std::uint32_t> ask(const Question& question, std::uint64_t most_positions) {
    SharedEffort shared;
    shared.most_positions = most_positions;
    std::atomic<std::int64_t> answer = -1;
    std::array<std::exception_ptr, 2> thrown;  // of the thread that asks, and of another one
    const auto run = [&](unsigned number) {
      try {
        Searcher<W, K> searcher(game_, table_, use_, play_, budget_, shared, number);
        answer = question(searcher);
      } catch (const Ended&) {
      } catch (...) {
        if (std::exception_ptr& mine = thrown[number == 0 ? 0 : 1]; number <= 1) mine = std::current_exception();
      }
      shared.ended = true;
    };
    {
      std::vector<std::jthread> others;
      for (unsigned number = 1; number < budget_.threads; ++number) others.emplace_back(run, number);
      run(0);
    }
    effort_.positions += shared.positions;
    effort_.options += shared.options;
    for (const std::exception_ptr& one : thrown)
      if (one && (answer < 0 || one == thrown[0])) std::rethrow_exception(one);
    if (answer < 0) return std::nullopt;
    return static_cast<std::uint32_t>(answer);
  }

  const Budget& budget_;
  Play play_;
  SearchUse use_;
  CompiledGame<W, K> game_;
  ValueTable<W * K> table_;
  Effort effort_;
};

template <int W>
std::unique_ptr<LocalSearch> search_of_width(Structure structure, Play play, const Budget& budget,
                                             const std::shared_ptr<MemoryAccount>& account, const SearchUse& use) {
  if (structure.states <= 2) return std::make_unique<SearchOf<W, 1>>(std::move(structure), play, budget, account, use);
  return std::make_unique<SearchOf<W, 3>>(std::move(structure), play, budget, account, use);
}

}  // namespace

Result<std::unique_ptr<LocalSearch>> local_search(const LocalMoves& moves, Play play, const Budget& budget,
                                                  const std::shared_ptr<MemoryAccount>& account, const SearchUse& use) {
  constexpr std::uint32_t kMostCells = 256, kMostStates = 4;
  if (play == Play::by_position) return Refusal{"the last position says who has won"};
  if (moves.cells > kMostCells)
    return Refusal{fmt::format("there are {} cells, at most {} are searched so", moves.cells, kMostCells)};
  if (moves.states > kMostStates)
    return Refusal{fmt::format("cells have {} states, at most {} are searched so", moves.states, kMostStates)};
  Result<Structure> structure = structure_of(moves);
  if (!structure) return structure.refusal();
  if (moves.cells <= 64) return search_of_width<1>(*std::move(structure), play, budget, account, use);
  return search_of_width<4>(*std::move(structure), play, budget, account, use);
}

}  // namespace bouton::local
