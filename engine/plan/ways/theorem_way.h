// Answers by theorems that are found and proved when they are first asked for: for positions beyond what anything else reaches.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/closed_form/closed_form.h"
#include "engine/plan/question/way.h"

namespace bouton {

/// A theorem as a closed form, and whether it was kept from an earlier run.
struct FoundTheorem {
  std::unique_ptr<ClosedForm> form;
  bool kept = false;
};

/// Looks for a theorem about the positions of a game with so many coordinates, or says why there is none.
using TheoremFinder = std::function<Result<FoundTheorem>(const Rules& rules, std::size_t dimensions)>;

class TheoremWay final : public AnsweringWay {
 public:
  /// `budget` must outlive this object.
  TheoremWay(std::vector<std::shared_ptr<const Rules>> games, TheoremFinder find, const Budget& budget)
      : AnsweringWay(budget), games_(std::move(games)), find_(std::move(find)), last_(games_.size()) {}

  Way way() const override { return Way::theorem; }
  /// Offers for a position with a coordinate beyond 2^31, or if the rules say closed_form = "theorem".
  Result<Offer> offer(const Question& question) override;
  Description describe(const Question& question) override;
  std::optional<Outcome> outcome(const Component& component) override;
  std::optional<Nimber> nimber(const Component& component) override;
  std::optional<Table> table(const Box&, ValueKind) override { return std::nullopt; }
  std::optional<MovesToValue> moves_to_value(const Component& component, const Integer& value, std::size_t at_most) override;
  std::string theorem(std::size_t game) override;

 private:
  /// What was found for a game, for the number of coordinates that was asked about last.
  struct Found {
    std::size_t dimensions;
    Result<FoundTheorem> theorem;
  };
  Result<ClosedForm*> form(const Component& component);

  std::vector<std::shared_ptr<const Rules>> games_;
  TheoremFinder find_;
  std::vector<std::optional<Found>> last_;
};

}  // namespace bouton
