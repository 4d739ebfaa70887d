// The search for a game that is compiled in: what its threads share, and what outlives a question.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/memory_account.h"
#include "engine/nimbers/couple_searcher.h"
#include "engine/nimbers/nimber_search.h"
#include "engine/nimbers/search_threads.h"
#include "engine/nimbers/searched_game.h"
#include "engine/nimbers/shared_findings.h"
#include "engine/nimbers/table_file.h"
#include "engine/nimbers/value_table.h"
#include "engine/nimbers/whole_searcher.h"

namespace bouton::nimbers {

/// `Game` is one of searched_game.h, and has kThreads (whether several threads may use it at once), states_of(position),
/// method() in words, and checksum(), which tells it from other games.
template <class Game>
class SearchOf final : public NimberSearch {
 public:
  SearchOf(Game game, Play play, const Budget& budget, const std::shared_ptr<MemoryAccount>& account, const SearchUse& use)
      : budget_(budget),
        play_(play),
        use_(use),
        game_(std::move(game)),
        threads_(Game::kThreads ? std::max(1U, budget.threads) : 1),
        table_(bytes_for_table(*account), threads_ > 1, account),
        findings_(budget.peers, game_.checksum(), play, kWords<Game>, use.told_from) {}

  std::optional<Outcome> outcome(PositionView position, std::uint32_t heap, std::uint64_t most_positions) override {
    const auto states = game_.states_of(position);
    const std::optional<std::uint32_t> answer =
        ask_threads(threads_, most_positions, effort_,
                    [&](SharedEffort& effort, unsigned number) { return is_P(states, heap, effort, number); });
    findings_.tell();
    if (!answer) return std::nullopt;
    return *answer != 0 ? Outcome::P : Outcome::N;
  }
  std::optional<Grundy> grundy(PositionView position, std::uint64_t most_positions) override {
    const auto states = game_.states_of(position);
    const auto value = ask_threads(threads_, most_positions, effort_, [&](SharedEffort& effort, unsigned number) {
      return CoupleSearcher<Game>(game_, table_, findings_, use_, budget_, effort, number).value(states);
    });
    findings_.tell();
    return value;
  }
  Effort effort() const override { return effort_; }
  std::uint32_t to_play(PositionView position) const override { return cells_to_play(game_, position); }
  std::string method() const override {
    return play_ == Play::normal ? game_.method() : "outcomes of positions up to symmetry, until one move is seen to win";
  }

  std::uint64_t places() const override { return table_.places(); }
  std::uint64_t stored() const override { return table_.stored(); }
  std::optional<std::uint64_t> game() const override { return game_.checksum() ^ (play_ == Play::misere ? 1 : 0); }
  void save(const std::filesystem::path& path, std::uint64_t most_positions) const override {
    write_table_file(path, game_.checksum(), play_, table_, most_positions);
  }
  void load(const std::filesystem::path& path) override {
    read_table_file(path, game_.checksum(), play_, kWords<Game>, budget_,
                    [&](std::span<const std::uint64_t> words, const Knowledge& knowledge) {
                      typename ValueTable<kWords<Game>>::Key key{};
                      std::ranges::copy(words, key.begin());
                      table_.add(key, knowledge);
                    });
  }

 private:
  std::uint32_t is_P(const typename Game::States& states, std::uint32_t heap, SharedEffort& effort, unsigned number) {
    if (play_ == Play::misere)
      return WholeSearcher<Game>(game_, table_, findings_, use_, budget_, effort, number).is_P(states) ? 1 : 0;
    return CoupleSearcher<Game>(game_, table_, findings_, use_, budget_, effort, number).is_P(states, heap) ? 1 : 0;
  }
  const Budget& budget_;
  Play play_;
  SearchUse use_;
  Game game_;
  unsigned threads_;
  ValueTable<kWords<Game>> table_;
  SharedFindings findings_;
  Effort effort_;
};

}  // namespace bouton::nimbers
