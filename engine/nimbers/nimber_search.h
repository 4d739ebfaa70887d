// One large position: its outcome, and its Grundy value as far as asked, by a search that looks at no more than is needed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "engine/base/budget.h"
#include "engine/base/memory_account.h"
#include "engine/base/result.h"
#include "engine/position/position.h"
#include "engine/rules/rules.h"
#include "engine/values/outcome.h"
#include "engine/values/value.h"

namespace bouton::nimbers {

/// What the search makes use of. For measurements and comparisons; everything is on otherwise.
struct SearchUse {
  bool components = true;  ///< parts that can no longer touch are solved apart
  bool symmetry = true;    ///< positions that are the same under a symmetry are one
  bool mirrors = true;     ///< a position in which every move can be answered by its image is a P-position
  bool ordering = true;    ///< moves that leave less to play are tried first
  bool learning = true;    ///< and among those the kinds of move that have won before
  /// Processes that search together tell each other what has cost so much (Knowledge::cost). What took less than 2^4
  /// positions, a tenth of a millisecond, is found again sooner than it is waited for.
  std::uint8_t told_from = 5;
};

/// Answers about positions of one game; what it finds it keeps for the next question, within its memory. Everything may throw
/// LimitError and Interrupted. One thread at a time asks; the search itself takes Budget::threads.
class NimberSearch {
 public:
  /// How much was looked at so far.
  struct Effort {
    std::uint64_t positions = 0;  ///< positions whose options were looked at
    std::uint64_t options = 0;    ///< options of these
  };

  virtual ~NimberSearch() = default;

  /// The outcome of the sum of `position` and a heap of nim of `heap` under normal play; under misère play `heap` is 0.
  /// Nothing where `most_positions` were looked at before it was found.
  virtual std::optional<Outcome> outcome(PositionView position, std::uint32_t heap = 0,
                                         std::uint64_t most_positions = ~std::uint64_t{0}) = 0;
  /// The Grundy value under normal play.
  virtual std::optional<Grundy> grundy(PositionView position, std::uint64_t most_positions = ~std::uint64_t{0}) = 0;
  virtual Effort effort() const = 0;
  /// How much there is to play, roughly: cells that some move can still change, counters. No search.
  virtual std::uint32_t to_play(PositionView position) const = 0;
  /// What the search makes use of, in words: "components are apart where ...".
  virtual std::string method() const = 0;

  /// Tells its game and play from others, as its files do; nothing where it cannot.
  virtual std::optional<std::uint64_t> game() const { return std::nullopt; }

  static constexpr std::uint64_t kAllPositions = ~std::uint64_t{0};
  /// Writes what is known to a file, which is whole or not there, and reads it again: of at most so many positions, those that
  /// cost most. Writing throws OutputError; reading RequestError where the file is not one of this game's.
  virtual void save(const std::filesystem::path& path, std::uint64_t most_positions) const = 0;
  virtual void load(const std::filesystem::path& path) = 0;
  /// For how many positions there is memory.
  virtual std::uint64_t places() const = 0;
  /// After how many more positions a file may be written again, so that writing takes less time than searching.
  virtual std::uint64_t between_files() const {
    constexpr std::uint64_t kLeast = 100'000, kPlacesAPosition = 16;
    return std::max(kLeast, places() / kPlacesAPosition);
  }
  /// How many positions are looked at in a second or so.
  virtual std::uint64_t in_a_second() const { return 100'000; }
  /// Where the search keeps what it finds in a file (kept_search.h), writes that now. Throws OutputError.
  virtual void keep() {}
  /// Of how many positions something is known, about.
  virtual std::uint64_t stored() const = 0;
};

/// How many moves deep a search of rules goes.
inline constexpr std::uint32_t kMostDepth = 2000;

/// A search for any game whose play ends, under normal or misère play; under misère play questions throw SplitUnderMisere where
/// a move that is looked at splits the game. Positions are known up to Rules::normalize, and taken apart where
/// Rules::components says how. One thread. Refuses play by position. `budget` must outlive it; takes up to a half of what the
/// account has left. Questions throw LimitError where play turns out to be more than kMostDepth moves long, or not to end.
/// Every answer is right, also where play need not end.
Result<std::unique_ptr<NimberSearch>> search_of_rules(std::shared_ptr<const Rules> rules, const Budget& budget,
                                                      const std::shared_ptr<MemoryAccount>& account, const SearchUse& use = {});

}  // namespace bouton::nimbers
