#include "engine/theorem/statement/ending.h"

#include <algorithm>

#include <fmt/format.h>

namespace bouton {
namespace {

/// A multiple for each coordinate; negative ones only for coordinates that have a greatest value.
using Weights = std::vector<std::int64_t>;

class Descent {
 public:
  Descent(const std::vector<std::vector<Coordinate>>& fixed, const std::vector<std::size_t>& tracks,
          AutomataWorkspace& workspace)
      : fixed_(fixed), tracks_(tracks), workspace_(workspace) {}

  /// Whether no move of the clause changes the sum of multiples by `least` or more.
  bool stays_below(const EndingClause& of, const Weights& weights, std::int64_t least) const {
    const Clause& clause = *of.clause;
    Affine change;
    for (std::size_t i = 0; i < weights.size(); ++i)
      change.constant += weights[i] * (fixed_[clause.to][i] - fixed_[clause.from][i]);
    for (std::size_t track = 0; track < tracks_.size(); ++track) {
      change = add(change, linear_variable(clause.target[track]), weights[tracks_[track]]);
      change = add(change, linear_variable(track), -weights[tracks_[track]]);
    }
    std::erase_if(change.terms, [](const auto& term) { return term.second == 0; });
    LinearSet set = clause.moves;
    if (!add_condition(set.conditions, {add(linear_constant(least), change, -1), Relation::at_most})) return true;
    Conjunction conjunction = conjunction_of(set, Numeration::base(2), set.variables);
    std::vector<std::size_t> variables(tracks_.size());
    for (std::size_t i = 0; i < variables.size(); ++i) variables[i] = i;
    conjunction.add(*of.valid, std::move(variables));
    return !conjunction.witness(workspace_).has_value();
  }

 private:
  const std::vector<std::vector<Coordinate>>& fixed_;
  const std::vector<std::size_t>& tracks_;
  AutomataWorkspace& workspace_;
};

/// The sums that are tried: all tracks, and then every choice of small multiples.
std::vector<Weights> candidates(const std::vector<bool>& bounded, const std::vector<std::size_t>& tracks) {
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

/// Whether no multiple is positive: then it is plainer to say that the sum of the others increases.
bool is_said_upwards(const Weights& weights) {
  return std::ranges::none_of(weights, [](std::int64_t weight) { return weight > 0; });
}

std::string text_of(Weights weights, const std::vector<std::string>& names) {
  if (is_said_upwards(weights))
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
  const std::vector<Weights> sums = candidates(bounded, tracks);
  std::string text;
  std::string_view verb;
  while (!clauses.empty()) {
    const auto settles = [&](const Weights& weights) {
      bool some = false;
      for (const EndingClause& clause : clauses) {
        const bool decreases = descent.stays_below(clause, weights, 0);
        if (!decreases && !descent.stays_below(clause, weights, 1)) return false;
        some = some || decreases;
      }
      return some;
    };
    const auto found = std::ranges::find_if(sums, settles);
    if (found == sums.end()) return Refusal{"that play ends could not be proved", clauses.front().clause->line};
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
