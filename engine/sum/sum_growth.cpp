#include "engine/sum/sum_growth.h"

#include <cmath>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/position/hash.h"

namespace bouton {
namespace {

/// Sums that are counted.
constexpr std::size_t kMostCounted = 100'000;

struct HashOfSum {
  std::size_t operator()(const Position& sum) const {
    std::uint64_t hash = sum.size();
    for (const Coordinate component : sum) hash = mix(hash ^ static_cast<std::uint64_t>(component));
    return static_cast<std::size_t>(hash);
  }
};

/// What can come of the positions that were added.
class Followers {
 public:
  explicit Followers(const SumRules& rules, const Budget& budget) : rules_(rules), budget_(budget) {}

  void add(const Position& start) {
    std::vector<Position> open;
    const auto meet = [&](Position sum) {
      rules_.normalize(sum);
      if (seen_.size() <= kMostCounted && seen_.insert(sum).second) open.push_back(std::move(sum));
    };
    meet(start);
    Options options;
    while (!open.empty()) {
      budget_.check_stop();
      const Position sum = std::move(open.back());
      open.pop_back();
      options.clear();
      rules_.options(sum, options);
      for (std::size_t i = 0; i < options.size(); ++i) meet(Position(options[i][0]));
    }
  }
  std::size_t count() const { return seen_.size(); }

 private:
  const SumRules& rules_;
  const Budget& budget_;
  std::unordered_set<Position, HashOfSum> seen_;
};

}  // namespace

std::optional<double> estimated_sums(const SumRules& rules, const std::function<std::optional<Position>(Coordinate)>& heap,
                                     Coordinate least, Coordinate last, const Budget& budget) {
  Followers followers(rules, budget);
  std::vector<std::pair<Coordinate, double>> counts;  ///< by heap
  for (Coordinate n = least; n <= last && followers.count() <= kMostCounted; ++n) {
    const std::optional<Position> position = heap(n);
    if (!position) continue;
    followers.add(*position);
    if (followers.count() <= kMostCounted) counts.emplace_back(n, static_cast<double>(followers.count()));
  }
  if (counts.empty()) return std::nullopt;
  const auto [size, count] = counts.back();
  if (size == last) return count;
  const auto [before, fewer] = counts[counts.size() * 3 / 5];
  const auto root = [&](Coordinate n) { return std::sqrt(static_cast<double>(n - least + 1)); };
  if (root(size) - root(before) < 0.5 || count < 2 * fewer) return std::nullopt;
  const double slope = std::log(count / fewer) / (root(size) - root(before));
  return count * std::exp(slope * (root(last) - root(size)));
}

}  // namespace bouton
