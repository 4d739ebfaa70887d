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

std::vector<Position> sample_positions(const Rules& rules, std::size_t most, Random& random) {
  constexpr int kPlays = 40;
  std::vector<std::vector<Position>> plays;
  for (const Position& example : rules.examples())
    for (int play = 0; play < kPlays; ++play) plays.push_back(play_from(rules, example, random));
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
