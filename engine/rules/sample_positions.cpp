#include "engine/rules/sample_positions.h"

#include <algorithm>
#include <set>

namespace bouton {
namespace {

/// A play by chance, its positions in order; without an end where it takes long.
std::vector<Position> play_from(const Rules& rules, Position position, Random& random) {
  constexpr std::size_t kLongest = 200;
  std::vector<Position> path{position};
  Options options;
  while (path.size() < kLongest) {
    options.clear();
    rules.reference_options(position, options);
    if (options.empty()) break;
    const Options::Option option = options[random.below(options.size())];
    if (option.size() == 0) break;
    position.assign(option[random.below(option.size())]);
    path.push_back(position);
  }
  return path;
}

}  // namespace

std::vector<Position> sample_positions(const Rules& rules, std::span<const Position> from, std::size_t most, Random& random) {
  constexpr std::size_t kPlays = 40, kFewestPlays = 5, kMostLeft = 6;
  const std::size_t each = std::max(kFewestPlays, kPlays / std::max<std::size_t>(from.size(), 1));
  std::vector<std::vector<Position>> plays;
  for (const Position& position : from)
    for (std::size_t play = 0; play < each && rules.valid(position); ++play) {
      plays.push_back(play_from(rules, position, random));
      // Of starts that are large, as those of a game that grows with a number, most of the play is beyond plain recursion.
      if (&position != from.data() && plays.back().size() > kMostLeft)
        plays.back().erase(plays.back().begin(), plays.back().end() - kMostLeft);
    }
  std::vector<Position> samples;
  std::set<Position> known;
  std::size_t longest = 0;
  for (const auto& play : plays) longest = std::max(longest, play.size());
  for (std::size_t left = 0; left < longest; ++left)
    for (const auto& play : plays) {
      if (samples.size() == most) return samples;
      if (left < play.size() && known.insert(play[play.size() - 1 - left]).second)
        samples.push_back(play[play.size() - 1 - left]);
    }
  return samples;
}

}  // namespace bouton
