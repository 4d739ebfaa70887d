#include "engine/method/solvers/entailing_solver.h"

namespace bouton {

EntailingSolver::EntailingSolver(const Rules& rules, const Budget& budget, std::shared_ptr<MemoryAccount> account, bool heaps)
    : rules_(rules), budget_(budget), account_(std::move(account)), may_count_(heaps), search_(rules_, budget_, account_) {}

Result<EntailingHeaps*> EntailingSolver::heaps() {
  using Made = Result<std::unique_ptr<EntailingHeaps>>;
  if (!heaps_) {
    const Result<EntailingCodes> codes =
        may_count_ ? entailing_codes(rules_, budget_) : Result<EntailingCodes>(Refusal{"sequences of heaps are turned off"});
    if (codes)
      for (const TakeAndBreak& code : *codes) heaps_split_ = heaps_split_ || code.most_heaps().value_or(2) > 1;
    heaps_.emplace(codes ? Made(std::make_unique<EntailingHeaps>(*codes, account_)) : Made(codes.refusal()));
  }
  if (!*heaps_) return heaps_->refusal();
  return (**heaps_).get();
}

EntailingHeaps* EntailingSolver::counted(PositionView position, const Effort& effort) {
  const Result<EntailingHeaps*> heaps = this->heaps();
  if (!heaps) return nullptr;
  const auto heap = static_cast<std::uint64_t>(position[0]);
  if (!effort.unlimited() && (heap > EntailingHeaps::kGreatest || (*heaps)->seconds(heap) > effort.seconds())) return nullptr;
  (*heaps)->extend(heap, budget_);
  return *heaps;
}

std::optional<Nimber> EntailingSolver::value(PositionView position, const Effort& effort) {
  if (const std::optional<Nimber> known = search_.known(position)) return known;
  if (const EntailingHeaps* const heaps = counted(position, effort))
    return heaps->value(static_cast<std::uint64_t>(position[0]));
  if (nimbers_) return nimbers_->value(position, effort.positions);
  if (search_.find(position, effort) != EntailingSearch::Status::found) return std::nullopt;
  return search_.known(position);
}

bool EntailingSolver::search_by_nimbers(PositionView position, std::uint64_t most_positions) {
  if (!nimbers_) nimbers_ = std::make_unique<EntailingNimbers>(rules_, budget_, account_);
  if (nimbers_->value(position, most_positions)) return true;
  nimbers_.reset();
  return false;
}

bool EntailingSolver::obliged_wins(PositionView position, const Nimber& rest) {
  if (const EntailingHeaps* const heaps = counted(position, {}))
    return bouton::obliged_wins(heaps->wins(static_cast<std::uint64_t>(position[0])), rest);
  if (nimbers_) return nimbers_->obliged_wins(position, rest);
  (void)search_.find(position);
  return bouton::obliged_wins(search_.wins(position), rest);
}

}  // namespace bouton
