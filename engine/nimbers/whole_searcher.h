// The search for the outcome of one large position under misère play, where positions are not taken apart
// (engine/nimbers/misere/ does that), and no move may split the game: depth first, until one move is seen to win. The outcomes
// of whole positions are kept, 0 for P and 1 for N.
//
// Options that leave less to play are tried first; among those that leave as much, the kinds of move that have won before.
//
// Threads search the same position with the same table, in orders that differ a little: what one has found the others need not
// look for. The first that knows the answer ends the search. Processes tell each other what has cost much.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/random.h"
#include "engine/nimbers/descent.h"
#include "engine/nimbers/effort_counter.h"
#include "engine/nimbers/listener.h"
#include "engine/nimbers/nimber_search.h"
#include "engine/nimbers/searched_game.h"
#include "engine/nimbers/shared_findings.h"
#include "engine/nimbers/value_table.h"
#include "engine/values/mex.h"

namespace bouton::nimbers {

/// The position that an option leads to, as its place among those that are not done with.
struct WholeOption {
  std::size_t at;
  std::uint64_t order;  ///< small ones are tried first
  std::uint32_t kind;   ///< of the move: what is learned of one goes for all of its kind
};

/// One thread's search under misère play.
template <class Game>
class WholeSearcher : private EffortCounter {
 public:
  using States = typename Game::States;
  using Part = typename Game::Part;
  using Table = ValueTable<kWords<Game>>;

  WholeSearcher(const Game& game, Table& table, SharedFindings& findings, const SearchUse& use, const Budget& budget,
                SharedEffort& effort, unsigned number)
      : EffortCounter(budget, effort, number == 0),
        game_(game),
        table_(table),
        findings_(findings),
        listener_(table, findings, number == 0),
        use_(use),
        first_(number == 0 && findings.process() == 0),
        random_(findings.process(), number),
        room_(game) {}
  WholeSearcher(const WholeSearcher&) = delete;
  WholeSearcher& operator=(const WholeSearcher&) = delete;

  bool is_P(const States& x) {
    return listener_.ask([&] {
      parts_.clear();
      options_.clear();
      game_.parts(x, room_, parts_);
      return is_P_from(0);
    });
  }

 private:
  using Option = WholeOption;

  static typename Table::Key key_of(const States& states) { return std::bit_cast<typename Table::Key>(states); }

  /// Whether the part at `first`, the only one, or no part at all is a P-position.
  bool is_P_from(std::size_t first) {
    if (first == parts_.size()) return false;  // whoever cannot move has won
    const States x = parts_[first].states;
    if (const std::optional<Knowledge> known = table_.find(key_of(x))) return known->value == 0;
    count();
    const Descent descent(depth_, Game::kMostDepth);
    const typename Listener<kWords<Game>>::Level level(listener_, key_of(x), 0);
    listener_.listen();
    const std::uint64_t before = positions_;
    const std::size_t first_part = parts_.size(), first_option = options_.size();
    const bool is_P = !wins(x, first_part, first_option);
    parts_.resize(first_part);
    options_.resize(first_option);
    const auto cost = static_cast<std::uint8_t>(std::bit_width(positions_ - before + 1));
    const Knowledge knowledge{.value = static_cast<std::uint16_t>(is_P ? 0 : 1), .cost = cost};
    table_.add(key_of(x), knowledge);
    findings_.add(key_of(x), knowledge);
    return is_P;
  }

  bool wins(const States& x, std::size_t first_part, std::size_t first) {
    bool ends = true;
    std::size_t at = first_part;
    const bool none_is_P = game_.each_option(x, room_, parts_, [&](std::uint32_t kind, std::uint32_t /*seen*/) {
      ++options_looked_at_;
      ends = false;
      if (parts_.size() > at + 1) throw SplitUnderMisere();
      if (at == parts_.size()) return true;
      const std::optional<Knowledge> known = table_.find(key_of(parts_[at].states));
      if (known) parts_.resize(at);
      else options_.push_back(option_of(at, kind));
      at = parts_.size();
      return !known || known->value != 0;
    });
    if (ends || !none_is_P) return true;
    if (use_.ordering)
      std::ranges::sort(options_.begin() + static_cast<std::ptrdiff_t>(first), options_.end(), {}, &Option::order);
    for (std::size_t i = first, end = options_.size(); i < end; ++i) {
      const Option option = options_[i];
      const std::size_t copy = parts_.size();
      parts_.push_back(Part(parts_[option.at]));
      const bool wins = is_P_from(copy);
      parts_.resize(copy);
      if (!wins) continue;
      ++wins_[option.kind % wins_.size()];
      return true;
    }
    return false;
  }

  Option option_of(std::size_t at, std::uint32_t kind) {
    constexpr std::uint64_t kMiddle = std::uint64_t{1} << 31;
    const Part& part = parts_[at];
    Option option{at, (std::uint64_t{part.size} << 32) + kMiddle + 8 * std::uint64_t{game_.moves(part)}, kind};
    if (use_.learning) option.order -= 4 * static_cast<std::uint64_t>(std::bit_width(wins_[kind % wins_.size()]));
    if (!first_) option.order += random_.below(24);
    return option;
  }

  const Game& game_;
  Table& table_;
  SharedFindings& findings_;
  Listener<kWords<Game>> listener_;
  const SearchUse& use_;
  bool first_;  ///< of the threads of all processes: it keeps to the order
  Random random_;
  std::vector<Part> parts_;
  std::vector<Option> options_;
  typename Game::Room room_;
  /// How often a move of each kind has won, by which those of the same length are ordered.
  std::array<std::uint32_t, 1024> wins_{};
  std::uint32_t depth_ = 0;
};

}  // namespace bouton::nimbers
