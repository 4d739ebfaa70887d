// The search for a game that is compiled in: what its threads share, and what outlives a question.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/memory_account.h"
#include "engine/nimbers/couple_searcher.h"
#include "engine/nimbers/nimber_search.h"
#include "engine/nimbers/searcher.h"
#include "engine/nimbers/table_file.h"
#include "engine/nimbers/value_table.h"

namespace bouton::nimbers {

/// `Game` is one that a Searcher takes, and has kThreads (whether several threads may use it at once), states_of(position),
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
        table_(bytes_for_table(*account), threads_ > 1, account) {}

  std::optional<Outcome> outcome(PositionView position, std::uint32_t heap, std::uint64_t most_positions) override {
    const auto states = game_.states_of(position);
    const std::optional<std::uint32_t> is_P =
        ask([&](auto& searcher) { return static_cast<std::uint32_t>(searcher.is_P(states, heap)); }, most_positions);
    if (!is_P) return std::nullopt;
    return *is_P != 0 ? Outcome::P : Outcome::N;
  }
  std::optional<Grundy> grundy(PositionView position, std::uint64_t most_positions) override {
    const auto states = game_.states_of(position);
    return ask([&](auto& searcher) { return searcher.value(states); }, most_positions);
  }
  Effort effort() const override { return effort_; }
  std::uint32_t to_play(PositionView position) const override {
    std::vector<typename Game::Part> parts;
    typename Game::Room room(game_);
    game_.parts(game_.states_of(position), room, parts);
    std::uint32_t all = 0;
    for (const auto& part : parts) all += part.size;
    return all;
  }
  std::string method() const override { return game_.method(); }

  std::uint64_t places() const override { return table_.places(); }
  std::uint64_t stored() const override { return table_.stored(); }
  void save(const std::filesystem::path& path) const override {
    TableFileWriter file(path, game_.checksum(), play_, kWords<Game>);
    table_.each([&](const auto& key, const Knowledge& knowledge) {
      if (!knowledge.says_nothing()) file.add(key, knowledge);
    });
    file.finish();
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
  static constexpr std::size_t kMostBytes = sizeof(std::size_t) < 8 ? std::size_t{1} << 30 : kUsualMemory * 2;

  /// A half of what is left, and a little more: tables are powers of two, and of four gigabytes with some kilobytes in use two
  /// are the half.
  static std::size_t bytes_for_table(const MemoryAccount& account) {
    const std::size_t left = account.limit() - account.used();
    return std::min({kMostBytes, left, left / 2 + account.limit() / 64});
  }

  /// `question` takes a searcher of either kind.
  template <class Question>
  std::optional<std::uint32_t> ask(const Question& question, std::uint64_t most_positions) {
    SharedEffort shared;
    shared.most_positions = most_positions;
    std::atomic<std::int64_t> answer = -1;
    std::array<std::exception_ptr, 2> thrown;  // of the thread that asks, and of another one
    const auto run = [&](unsigned number) {
      try {
        if (play_ == Play::misere) {
          Searcher<Game> searcher(game_, table_, use_, play_, budget_, shared, number);
          answer = question(searcher);
        } else {
          CoupleSearcher<Game> searcher(game_, table_, use_, budget_, shared, number);
          answer = question(searcher);
        }
      } catch (const Ended&) {
      } catch (...) {
        if (std::exception_ptr& mine = thrown[number == 0 ? 0 : 1]; number <= 1) mine = std::current_exception();
      }
      shared.ended = true;
    };
    {
      std::vector<std::jthread> others;
      for (unsigned number = 1; number < threads_; ++number) others.emplace_back(run, number);
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
  Game game_;
  unsigned threads_;
  ValueTable<kWords<Game>> table_;
  Effort effort_;
};

}  // namespace bouton::nimbers
