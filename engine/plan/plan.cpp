#include "engine/plan/plan.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/plan/theorems.h"
#include "engine/plan/ways/closed_form_way.h"
#include "engine/plan/ways/heap_sequence_way.h"
#include "engine/plan/ways/nimber_way.h"
#include "engine/plan/ways/outcome_table_way.h"
#include "engine/plan/ways/theorem_way.h"

namespace bouton {
namespace {

/// The position for a message: long numbers are cut.
std::string abbreviated(const BigPosition& position) {
  constexpr std::size_t kLongest = 60;
  const std::string text = to_string(position);
  if (text.size() <= kLongest) return text;
  return fmt::format("{}... ({} characters)", text.substr(0, kLongest - 20), text.size());
}

}  // namespace

Plan::Plan(std::vector<std::shared_ptr<const Rules>> games, const Budget& budget, Ways ways)
    : games_(std::move(games)), budget_(budget), allowed_(ways), formulas_(games_, budget_), heaps_(games_, budget_) {
  forget();
}

void Plan::forget() {
  answering_ = nullptr;
  ways_.clear();
  sums_.reset();
  account_ = std::make_shared<MemoryAccount>(budget_);
  sums_ = std::make_unique<SumSolver>(games_, budget_, account_, allowed_.kernels, allowed_.quotients);
  if (allowed_.closed_form)
    ways_.push_back(std::make_unique<ClosedFormWay>(games_, formulas_, sums_->kernels(), budget_, account_));
  if (allowed_.heap) ways_.push_back(std::make_unique<HeapSequenceWay>(games_, heaps_, budget_, account_));
  if (allowed_.closed_form)
    ways_.push_back(std::make_unique<TheoremWay>(
        games_, [this](const Rules& rules, std::size_t dimensions) { return theorem_form_of(rules, dimensions, budget_); },
        budget_));
  if (allowed_.nimbers) ways_.push_back(std::make_unique<LocalNimberWay>(games_, budget_, account_, allowed_.search_file));
  std::unique_ptr<RulesNimberWay> long_search;
  if (allowed_.nimbers) {
    auto short_search = std::make_unique<ShortNimberWay>(games_, *sums_, budget_, account_, allowed_.search_file);
    long_search = std::make_unique<RulesNimberWay>(games_, *sums_, budget_, account_, allowed_.search_file);
    long_search->share_searches(*short_search);
    ways_.push_back(std::move(short_search));
  }
  if (allowed_.kernels) ways_.push_back(std::make_unique<OutcomeTableWay>(games_, *sums_, budget_, account_));
  if (long_search) ways_.push_back(std::move(long_search));
  auto searched = std::make_unique<SearchedWay>(games_, *sums_, heaps_, budget_);
  searched_ = searched.get();
  ways_.push_back(std::move(searched));
}

std::vector<Bid> Plan::bids(const Question& question) {
  std::vector<Bid> bids;
  for (const std::unique_ptr<AnsweringWay>& way : ways_) {
    Result<Offer> offer = way->offer(question);
    const bool offered = offer.has_value();
    if (!offered && !way->concerns(question)) continue;
    // A way that comes twice has its reason once.
    const auto same = [&](const Bid& bid) {
      return bid.way == way->way() && !bid.offer && bid.offer.reason() == offer.reason();
    };
    if (!offered && std::ranges::any_of(bids, same)) continue;
    bids.push_back({offered ? offer->way : way->way(), way->searches(), std::move(offer)});
    if (offered) break;
  }
  return bids;
}

Way Plan::choose(const Question& question) {
  const Bid last = bids(question).back();
  if (!last.offer) refuse(question);
  return last.way;
}

Description Plan::describe(const Question& question) {
  for (const std::unique_ptr<AnsweringWay>& way : ways_)
    if (way->offer(question)) return way->describe(question);
  refuse(question);
}

bool Plan::all_normal(const Sum& sum) const {
  return std::ranges::all_of(sum, [&](const Component& part) { return games_[part.game]->play() == Play::normal; });
}

bool Plan::adds_values(const Sum& sum) {
  if (sum.size() < 2 || !all_normal(sum)) return false;
  bool all = true;
  for (const Component& component : sum) {
    const auto offers = [](AnsweringWay& way) { return std::optional(&way); };
    const bool known = first_without_search(Question::about(Question::Of::grundy, component), offers).has_value();
    if (known && !is_worth_searching(component)) return true;
    all = all && known;
  }
  return all;
}

std::set<Way> Plan::ways_of(const Sum& sum) {
  if (sum.size() == 1) return {choose(Question::about(Question::Of::winning_moves, sum[0]))};
  std::set<Way> ways;
  if (!adds_values(sum)) return {sums_->choose(narrow_parts(sum))};
  for (const Component& component : sum) ways.insert(choose(Question::about(Question::Of::grundy, component)));
  return ways;
}

void Plan::refuse(const Question& question) {
  if (question.component != nullptr && !narrow(question.component->position)) refuse_beyond_64_bits(*question.component);
  throw RequestError(bids(question).back().offer.reason());
}

void Plan::refuse_beyond_64_bits(const Component& component) {
  std::string why = "this game has none";
  if (allowed_.closed_form && games_[component.game]->closed_form() != nullptr) {
    why = "this game's does not answer this question";
    const Bid formula = bids(Question::about(Question::Of::winning_moves, component)).front();
    if (!formula.offer) why += ": " + formula.offer.reason();
  }
  throw RequestError(
      fmt::format("position {}: coordinates beyond 64 bits take a formula, and {}", abbreviated(component.position), why));
}

SumSolver::Parts Plan::narrow_parts(const Sum& sum) {
  SumSolver::Parts parts;
  parts.reserve(sum.size());
  for (const Component& component : sum) {
    const std::optional<Position> position = narrow(component.position);
    if (!position) refuse_beyond_64_bits(component);
    parts.push_back({component.game, *position});
  }
  return parts;
}

}  // namespace bouton
