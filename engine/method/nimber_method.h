// Answers about single large positions, from a search by nimbers that looks at no more of what is below than is needed.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "engine/base/memory_account.h"
#include "engine/method/method.h"
#include "engine/method/solvers/sum_solver.h"
#include "engine/nimbers/nimber_search.h"
#include "engine/rules/rules.h"

namespace bouton {

class NimberMethod : public AnsweringMethod {
 public:
  /// `budget` must outlive this object. `file`: Methods::search_file.
  NimberMethod(std::vector<std::shared_ptr<const Rules>> games, const Budget& budget, std::shared_ptr<MemoryAccount> account,
               std::filesystem::path file);

  Result<Proposal> propose(const Question& question, const Known& known) override;
  /// Counts the positions that it looks at against the allowance; looks at no more than it can remember a few times over,
  /// unless it keeps a file: throws LimitError then.
  bool run(const Question& question, const Effort& allowance) override;
  Outcome outcome(const Component& component) override;
  Nimber nimber(const Component& component) override;
  std::optional<Nimber> nimber_beside(const Component& component) override;
  std::optional<std::vector<Outcome>> outcomes(std::size_t game, const Options& options) override;
  /// All of them where a second or so suffices, else those that are found in it, and at least one that wins where there is one.
  std::optional<MovesToValue> moves_to_value(const Component& component, const Integer& value, std::size_t at_most) override;
  void keep() override;

 protected:
  using Searched = Result<std::unique_ptr<nimbers::NimberSearch>>;

  const Rules& rules(std::size_t game) const { return *games_[game]; }
  const std::shared_ptr<const Rules>& shared_rules(std::size_t game) const { return games_[game]; }
  const std::shared_ptr<MemoryAccount>& account() const { return account_; }
  /// Makes the search of a game.
  virtual Searched make(std::size_t game) = 0;
  /// Why the search should not answer for a position, if that is so.
  virtual std::optional<Refusal> objection(const Question& question, PositionView position, const Known& known) = 0;
  /// How many positions may be looked at for one answer at most.
  virtual std::uint64_t most_positions(const nimbers::NimberSearch&) const { return ~std::uint64_t{0}; }
  bool keeps_file() const { return !file_.empty(); }
  /// The search of a game, made when it is asked for.
  Searched& search(std::size_t game);

 private:
  std::optional<Outcome> outcome_after(std::size_t game, const Options::Option& option, std::uint32_t heap,
                                       std::uint64_t most_positions);

  std::vector<std::shared_ptr<const Rules>> games_;
  std::shared_ptr<MemoryAccount> account_;
  std::filesystem::path file_;
  std::map<std::size_t, Searched> searches_;
};

/// Of boards and graphs whose moves look at a few cells.
class CellsMethod final : public NimberMethod {
 public:
  using NimberMethod::NimberMethod;
  Method method() const override { return Method::cells; }

 protected:
  Searched make(std::size_t game) override;
  std::optional<Refusal> objection(const Question& question, PositionView position, const Known& known) override;
};

/// Of any other game: where everything else takes long, or positions are sums.
class NimbersMethod final : public NimberMethod {
 public:
  /// `sums` must outlive this object.
  NimbersMethod(std::vector<std::shared_ptr<const Rules>> games, SumSolver& sums, const Budget& budget,
                std::shared_ptr<MemoryAccount> account, std::filesystem::path file)
      : NimberMethod(std::move(games), budget, std::move(account), std::move(file)), sums_(sums) {}
  Method method() const override { return Method::nimbers; }
  Result<Proposal> propose(const Question& question, const Known& known) override;
  std::string claim(const Component& component) override;

 protected:
  Searched make(std::size_t game) override;
  std::optional<Refusal> objection(const Question& question, PositionView position, const Known& known) override;
  std::uint64_t most_positions(const nimbers::NimberSearch& searched) const override;

 private:
  SumSolver& sums_;
};

}  // namespace bouton
