// Answers about single large positions, from a search by nimbers that looks at no more of what is below than is needed.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "engine/base/memory_account.h"
#include "engine/nimbers/nimber_search.h"
#include "engine/plan/question/way.h"
#include "engine/plan/solvers/sum_solver.h"
#include "engine/rules/rules.h"

namespace bouton {

class NimberWay : public AnsweringWay {
 public:
  /// `budget` must outlive this object. `file`: Ways::search_file.
  NimberWay(std::vector<std::shared_ptr<const Rules>> games, const Budget& budget, std::shared_ptr<MemoryAccount> account,
            std::filesystem::path file);

  /// Makes and finds searches where `other` does.
  void share_searches(const NimberWay& other) { searches_ = other.searches_; }

  Way way() const override { return Way::nimbers; }
  Result<Offer> offer(const Question& question) override;
  Description describe(const Question& question) override;
  std::optional<Outcome> outcome(const Component& component) override;
  std::optional<Nimber> nimber(const Component& component) override;
  std::optional<Nimber> nimber_beside(const Component& component) override;
  std::optional<std::vector<Outcome>> outcomes(std::size_t game, const Options& options) override;
  std::optional<Table> table(const Box&, ValueKind) override { return std::nullopt; }
  void keep() override;
  /// All of them where a second or so suffices, else those that are found in it, and at least one that wins where there is one.
  std::optional<MovesToValue> moves_to_value(const Component& component, const Integer& value, std::size_t at_most) override;

 protected:
  using Searched = Result<std::unique_ptr<nimbers::NimberSearch>>;

  const Rules& rules(std::size_t game) const { return *games_[game]; }
  const std::shared_ptr<const Rules>& shared_rules(std::size_t game) const { return games_[game]; }
  const std::shared_ptr<MemoryAccount>& account() const { return account_; }
  /// Makes the search of a game.
  virtual Searched make(std::size_t game) = 0;
  /// Why the search should not answer for a position, if that is so.
  virtual std::optional<Refusal> objection(const Question& question, PositionView position) = 0;
  /// How many positions may be looked at for one answer, before it is refused.
  virtual std::uint64_t most_positions(const nimbers::NimberSearch&) const { return ~std::uint64_t{0}; }
  /// Whether the position's game has moves that look at a few cells.
  bool is_local(const Question& question) const { return rules(question.component->game).local_moves().has_value(); }
  bool keeps_file() const { return !file_.empty(); }
  /// The search of a game, made when it is asked for.
  Searched& search(std::size_t game);

 private:
  [[noreturn]] void refuse(const nimbers::NimberSearch& searched) const;
  std::optional<Outcome> outcome_after(std::size_t game, const Options::Option& option, std::uint32_t heap,
                                       std::uint64_t most_positions);

  std::vector<std::shared_ptr<const Rules>> games_;
  std::shared_ptr<MemoryAccount> account_;
  std::filesystem::path file_;
  std::shared_ptr<std::map<std::size_t, Searched>> searches_ = std::make_shared<std::map<std::size_t, Searched>>();
};

/// Of boards and graphs whose moves look at a few cells.
class LocalNimberWay final : public NimberWay {
 public:
  using NimberWay::NimberWay;
  bool concerns(const Question& question) const override { return question.component == nullptr || is_local(question); }

 protected:
  Searched make(std::size_t game) override;
  std::optional<Refusal> objection(const Question& question, PositionView position) override;
};

/// Of any other game: where a search of all positions below is given up, or positions are sums.
class RulesNimberWay : public NimberWay {
 public:
  /// `sums` must outlive this object.
  RulesNimberWay(std::vector<std::shared_ptr<const Rules>> games, SumSolver& sums, const Budget& budget,
                 std::shared_ptr<MemoryAccount> account, std::filesystem::path file)
      : NimberWay(std::move(games), budget, std::move(account), std::move(file)), sums_(sums) {}
  bool concerns(const Question& question) const override { return question.component == nullptr || !is_local(question); }
  Description describe(const Question& question) override;
  std::string claim(const Component& component) override;

 protected:
  Searched make(std::size_t game) override;
  std::optional<Refusal> objection(const Question& question, PositionView position) override;
  std::uint64_t most_positions(const nimbers::NimberSearch& searched) const override;

 private:
  bool is_short(const Question& question, PositionView position);

  SumSolver& sums_;
};

/// The same where some seconds suffice, or positions are sums: to be asked before a large table is filled.
class ShortNimberWay final : public RulesNimberWay {
 public:
  using RulesNimberWay::RulesNimberWay;

 protected:
  std::optional<Refusal> objection(const Question& question, PositionView position) override;

 private:
  /// What was asked last of the positions that are given up, and why.
  struct GivenUp {
    std::size_t game;
    Position position;
    bool grundy;
    Refusal refusal;
  };
  std::optional<GivenUp> given_up_;
};

}  // namespace bouton
