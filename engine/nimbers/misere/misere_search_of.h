// The search under misère play for a game that is compiled in: what its threads share, and what outlives a question.
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
#include "engine/nimbers/misere/misere_searcher.h"
#include "engine/nimbers/nimber_search.h"
#include "engine/nimbers/search_threads.h"
#include "engine/nimbers/table_file.h"
#include "engine/nimbers/value_table.h"

namespace bouton::nimbers {

/// `Game` is one that a SearchOf takes, which takes positions apart, and has states_of_a_cell().
template <class Game>
class MisereSearchOf final : public NimberSearch {
 public:
  MisereSearchOf(Game game, const Budget& budget, const std::shared_ptr<MemoryAccount>& account, const SearchUse& use)
      : budget_(budget),
        use_(use),
        game_(std::move(game)),
        threads_(Game::kThreads ? std::max(1U, budget.threads) : 1),
        bytes_of_trees_((account->limit() - account->used()) / kShareOfTrees / threads_),
        held_(account, bytes_of_trees_ * threads_),
        table_(bytes_for_table(*account), threads_ > 1, account) {}

  std::optional<Outcome> outcome(PositionView position, std::uint32_t /*heap*/, std::uint64_t most_positions) override {
    const auto states = game_.states_of(position);
    while (trees_.size() < threads_)
      trees_.push_back(std::make_unique<ComponentTrees<Game>>(game_.states_of_a_cell(), bytes_of_trees_));
    const std::optional<std::uint32_t> is_P =
        ask_threads(threads_, most_positions, effort_, [&](SharedEffort& shared, unsigned number) {
          MisereSearcher<Game> searcher(game_, table_, *trees_[number], use_, budget_, shared, number);
          return static_cast<std::uint32_t>(searcher.is_P(states));
        });
    if (!is_P) return std::nullopt;
    return *is_P != 0 ? Outcome::P : Outcome::N;
  }
  std::optional<Grundy> grundy(PositionView /*position*/, std::uint64_t /*most_positions*/) override { return std::nullopt; }
  Effort effort() const override { return effort_; }
  std::uint32_t to_play(PositionView position) const override { return cells_to_play(game_, position); }
  std::string method() const override {
    return "positions are sums of their components, of which the small ones are reduced trees of options; outcomes of sums, "
           "until one move is seen to win";
  }
  std::uint64_t places() const override { return table_.places(); }
  std::uint64_t stored() const override { return table_.stored(); }
  std::optional<std::uint64_t> game() const override { return file_checksum(); }
  void save(const std::filesystem::path& path, std::uint64_t most_positions) const override {
    write_table_file(path, file_checksum(), Play::misere, table_, most_positions);
  }
  void load(const std::filesystem::path& path) override {
    read_table_file(path, file_checksum(), Play::misere, 2, budget_,
                    [&](std::span<const std::uint64_t> words, const Knowledge& knowledge) {
                      table_.add({words[0], words[1]}, knowledge);
                    });
  }

 private:
  /// Trees have this part of the memory.
  static constexpr std::size_t kShareOfTrees = 8;

  /// Keys are hashes; those of files with whole positions are of another kind.
  std::uint64_t file_checksum() const { return game_.checksum() ^ 0x6d69736572655f74U; }

  const Budget& budget_;
  SearchUse use_;
  Game game_;
  unsigned threads_;
  std::size_t bytes_of_trees_;
  Reservation held_;
  ValueTable<2> table_;
  std::vector<std::unique_ptr<ComponentTrees<Game>>> trees_;  ///< by thread
  Effort effort_;
};

}  // namespace bouton::nimbers
