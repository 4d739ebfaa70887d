// Answers about large positions of boards and graphs, from a search by nimbers of their components.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "engine/base/memory_account.h"
#include "engine/local/local_search.h"
#include "engine/plan/question/way.h"
#include "engine/rules/rules.h"

namespace bouton {

class NimberWay final : public AnsweringWay {
 public:
  /// `budget` must outlive this object.
  NimberWay(std::vector<std::shared_ptr<const Rules>> games, const Budget& budget, std::shared_ptr<MemoryAccount> account,
            std::filesystem::path file = {});

  Way way() const override { return Way::nimbers; }
  Result<Offer> offer(const Question& question) override;
  Description describe(const Question& question) override;
  std::optional<Outcome> outcome(const Component& component) override;
  std::optional<Nimber> nimber(const Component& component) override;
  std::optional<Nimber> nimber_beside(const Component& component) override;
  std::optional<std::vector<Outcome>> outcomes(std::size_t game, const Options& options) override;
  std::optional<Table> table(const Box&, ValueKind) override { return std::nullopt; }
  /// All of them where a second or so suffices, else those that are found in it, and at least one that wins where there is one.
  void keep() override;
  std::optional<MovesToValue> moves_to_value(const Component& component, const Integer& value, std::size_t at_most) override;

 private:
  using Searched = Result<std::unique_ptr<local::LocalSearch>>;

  /// The search of a game, made when it is asked for.
  Searched& search(std::size_t game);

  std::vector<std::shared_ptr<const Rules>> games_;
  std::shared_ptr<MemoryAccount> account_;
  std::filesystem::path file_;  ///< Ways::search_file
  std::map<std::size_t, Searched> searches_;
};

}  // namespace bouton
