#include "engine/theorem/statement/ending.h"

#include <algorithm>

#include <fmt/format.h>

namespace bouton {
namespace {

/// What is tried as a number that no move increases: a sum of multiples of the coordinates, of which negative ones are of
/// coordinates that have a greatest value; and, where `distance` is 1 or -1, that much of |x - y| for two coordinates x and y.
struct Rank {
  std::vector<std::int64_t> weights;
  std::int64_t distance = 0;
  std::size_t x = 0, y = 0;
  friend bool operator==(const Rank&, const Rank&) = default;
};

class Descent {
 public:
  Descent(const std::vector<std::vector<Coordinate>>& fixed, const std::vector<std::size_t>& tracks,
          AutomataWorkspace& workspace)
      : fixed_(fixed), tracks_(tracks), workspace_(workspace) {}

  /// Whether no move of the clause changes the rank by `least` or more. A rank with a distance is the greatest or, where that
  /// is negative, the least of two sums. The greatest of those after the move is too great if one of them is, compared with
  /// both before it; the least, if both of them are, compared with one.
  bool stays_below(const EndingClause& of, const Rank& rank, std::int64_t least) const {
    const std::vector<std::vector<std::int64_t>> sums = sums_of(rank);
    for (const std::vector<std::int64_t>& one : sums) {
      LinearSet set = of.clause->moves;
      bool possible = true;
      for (const std::vector<std::int64_t>& other : sums) {
        const Affine change = rank.distance < 0 ? this->change(*of.clause, one, other) : this->change(*of.clause, other, one);
        possible = possible && add_condition(set.conditions, {Affine::of_constant(least) - change, Relation::at_most});
      }
      if (possible && is_met(of, set)) return false;
    }
    return true;
  }

 private:
  static std::vector<std::vector<std::int64_t>> sums_of(const Rank& rank) {
    if (rank.distance == 0) return {rank.weights};
    std::vector<std::vector<std::int64_t>> sums;
    for (const std::int64_t sign : {1, -1}) {
      sums.push_back(rank.weights);
      sums.back()[rank.x] += sign;
      sums.back()[rank.y] -= sign;
    }
    return sums;
  }
  /// One sum after the move, minus the other before it.
  Affine change(const Clause& clause, const std::vector<std::int64_t>& before, const std::vector<std::int64_t>& after) const {
    Affine change;
    for (std::size_t i = 0; i < after.size(); ++i)
      change.constant += after[i] * fixed_[clause.to][i] - before[i] * fixed_[clause.from][i];
    for (std::size_t track = 0; track < tracks_.size(); ++track) {
      // Their numbers on a sheet count for nothing.
      const std::size_t i = tracks_[track];
      change.constant -= after[i] * fixed_[clause.to][i] - before[i] * fixed_[clause.from][i];
      change = add(change, Affine::of_variable(clause.target[track]), after[i]);
      change = add(change, Affine::of_variable(track), -before[i]);
    }
    return change;
  }
  bool is_met(const EndingClause& of, const LinearSet& set) const {
    Conjunction conjunction = conjunction_of(set, Numeration::base(2), set.variables);
    std::vector<std::size_t> variables(tracks_.size());
    for (std::size_t i = 0; i < variables.size(); ++i) variables[i] = i;
    conjunction.add(*of.valid, std::move(variables));
    return conjunction.witness(workspace_).has_value();
  }

  const std::vector<std::vector<Coordinate>>& fixed_;
  const std::vector<std::size_t>& tracks_;
  AutomataWorkspace& workspace_;
};

using Weights = std::vector<std::int64_t>;

/// The sums that are tried: all tracks, and then every choice of small multiples.
std::vector<Weights> sums_to_try(const std::vector<bool>& bounded, const std::vector<std::size_t>& tracks) {
  constexpr std::size_t kMost = 400;
  const std::size_t dimensions = bounded.size();
  Weights all(dimensions, 0);
  for (const std::size_t track : tracks) all[track] = 1;
  std::vector<Weights> found = {all};
  for (const std::int64_t greatest : {1, 2, 3}) {
    std::vector<Weights> choices = {Weights(dimensions, 0)};
    for (std::size_t i = 0; i < dimensions; ++i) {
      std::vector<Weights> longer;
      for (const Weights& choice : choices)
        for (std::int64_t weight = bounded[i] ? -greatest : 0; weight <= greatest && longer.size() < kMost; ++weight) {
          longer.push_back(choice);
          longer.back()[i] = weight;
        }
      choices = std::move(longer);
    }
    for (Weights& choice : choices)
      if (std::ranges::find(found, choice) == found.end() && found.size() < kMost) found.push_back(std::move(choice));
  }
  return found;
}

/// All that is tried. Of two tracks x and y: |x - y|, the greater one, the lesser one, and how much one is greater.
std::vector<Rank> candidates(const std::vector<bool>& bounded, const std::vector<std::size_t>& tracks) {
  std::vector<Rank> ranks;
  for (Weights& weights : sums_to_try(bounded, tracks)) ranks.push_back({std::move(weights)});
  for (std::size_t i = 0; i < tracks.size(); ++i)
    for (std::size_t j = i + 1; j < tracks.size(); ++j) {
      const auto add = [&](std::int64_t of_x, std::int64_t of_y, std::int64_t distance) {
        Rank rank{Weights(bounded.size(), 0), distance, tracks[i], tracks[j]};
        rank.weights[tracks[i]] = of_x;
        rank.weights[tracks[j]] = of_y;
        ranks.push_back(std::move(rank));
      };
      add(0, 0, 1);
      add(1, 1, 1);
      add(1, 1, -1);
      add(1, -1, 1);
      add(-1, 1, 1);
    }
  return ranks;
}

/// Whether no multiple is positive: then it is plainer to say that the sum of the others increases.
bool is_said_upwards(const Rank& rank) {
  return rank.distance == 0 && std::ranges::none_of(rank.weights, [](std::int64_t weight) { return weight > 0; });
}

std::string text_of(const Rank& rank, const std::vector<std::string>& names) {
  if (rank.distance != 0) {
    const std::string &x = names[rank.x], &y = names[rank.y];
    const std::int64_t of_x = rank.weights[rank.x], of_y = rank.weights[rank.y];
    if (of_x == 0) return fmt::format("|{} - {}|", x, y);
    if (of_x == of_y) return fmt::format("the {} of {} and {}", rank.distance > 0 ? "greater" : "lesser", x, y);
    return fmt::format("max(0, {} - {})", of_x > 0 ? x : y, of_x > 0 ? y : x);
  }
  Weights weights = rank.weights;
  if (is_said_upwards(rank))
    for (std::int64_t& weight : weights) weight = -weight;
  std::string text;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] == 0) continue;
    const std::string_view sign = weights[i] < 0 ? (text.empty() ? "-" : " - ") : (text.empty() ? "" : " + ");
    text += fmt::format("{}{}{}", sign, std::abs(weights[i]) == 1 ? "" : fmt::format("{} ", std::abs(weights[i])), names[i]);
  }
  return text;
}

}  // namespace

Result<std::string> why_play_ends(std::vector<EndingClause> clauses, const std::vector<std::vector<Coordinate>>& fixed,
                                  const std::vector<std::size_t>& tracks, const std::vector<bool>& bounded,
                                  const std::vector<std::string>& names, AutomataWorkspace& workspace) {
  const Descent descent(fixed, tracks, workspace);
  const std::vector<Rank> ranks = candidates(bounded, tracks);
  std::string text;
  std::string_view verb;
  while (!clauses.empty()) {
    const auto settles = [&](const Rank& rank) {
      bool some = false;
      for (const EndingClause& clause : clauses) {
        const bool decreases = descent.stays_below(clause, rank, 0);
        if (!decreases && !descent.stays_below(clause, rank, 1)) return false;
        some = some || decreases;
      }
      return some;
    };
    const auto found = std::ranges::find_if(ranks, settles);
    if (found == ranks.end()) return Refusal{"no proof was found that play ends", clauses.front().clause->line};
    const std::string_view of_this = is_said_upwards(*found) ? "increases" : "decreases";
    if (!text.empty() && of_this != verb) text += fmt::format(" {}", verb);
    verb = of_this;
    text += fmt::format("{}{}", text.empty() ? "" : ", then ", text_of(*found, names));
    std::erase_if(clauses, [&](const EndingClause& clause) { return descent.stays_below(clause, *found, 0); });
  }
  if (text.empty()) return std::string("there are no moves");
  return fmt::format("{} {}", text, verb);
}

}  // namespace bouton
