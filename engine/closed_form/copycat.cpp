#include "engine/closed_form/copycat.h"

#include <algorithm>

#include <fmt/format.h>

namespace bouton {

CopycatRows::CopycatRows(std::uint32_t m, Budget budget) : m_(m), budget_(std::move(budget)), anchor_(m) {
  budget_.check_memory(m_ * sizeof(std::uint32_t), "the window of the copycat game");
  rows_.assign(m_, kSeveral);
}

void CopycatRows::add_row() {
  if (rows_.size() % 1024 == 0) {
    budget_.check_stop();
    budget_.check_memory(2 * rows_.size() * sizeof(std::uint32_t), "the rows of the copycat game");
  }
  std::uint32_t row = 0;
  for (std::uint32_t t = 1; t <= m_; ++t) {
    const std::uint32_t there = rows_[rows_.size() - t];
    if (there != 0 && there != t) continue;
    if (row != 0) {
      row = kSeveral;
      break;
    }
    row = t;
  }
  rows_.push_back(row);
}

void CopycatRows::look_for_period() {
  // Brent's cycle search: the anchor moves up to every power of two.
  const std::uint64_t now = size();
  if (now <= anchor_) return;
  const auto end = rows_.end();
  const auto window = static_cast<std::ptrdiff_t>(m_);
  const auto anchor_end = rows_.begin() + static_cast<std::ptrdiff_t>(anchor_ + m_);
  if (std::equal(end - window, end, anchor_end - window)) {
    const std::uint64_t period = now - anchor_;
    std::uint64_t preperiod = anchor_;
    while (preperiod > 0 && rows_[m_ + preperiod - 1] == rows_[m_ + preperiod - 1 + period]) --preperiod;
    period_ = Period{preperiod, period};
  } else if (now == 2 * anchor_) {
    anchor_ = now;
  }
}

CopycatRows::Period CopycatRows::period() {
  while (!period_) {
    add_row();
    look_for_period();
  }
  return *period_;
}

std::uint32_t CopycatRows::row(const Integer& n) {
  while (!period_ && n >= size()) {
    add_row();
    look_for_period();
  }
  if (n < size()) return rows_[m_ + n.get_ui()];
  const Integer offset = (n - period_->preperiod) % period_->period;
  return rows_[m_ + period_->preperiod + offset.get_ui()];
}

namespace {

class CopycatForm final : public ClosedForm {
 public:
  CopycatForm(std::uint32_t m, const Budget& budget)
      : ClosedForm(Domain::fixed({{.name = "n"}, {.name = "last", .greatest = m}})), m_(m), rows_(m, budget) {}

  std::string theorem() const override {
    return "a heap's winning takes depend on those of the m heaps below it: the first repetition proves a period";
  }

 private:
  Result<Outcome> find_outcome(const BigPosition& at) override {
    const std::uint32_t row = rows_.row(at[0]);
    return row == 0 || at[1] == row ? Outcome::P : Outcome::N;
  }

  Result<WinningMoves> find_winning_moves(const BigPosition& at, std::size_t at_most) override {
    WinningMoveList list(at_most);
    for (std::uint32_t t = 1; t <= m_ && t <= at[0] && list.open(); ++t) {
      if (at[1] == t) continue;
      const std::uint32_t row = rows_.row(at[0] - t);
      if (row == 0 || row == t) list.add("", {at[0] - t, Integer(t)});
    }
    return list.take();
  }

  std::uint32_t m_;
  CopycatRows rows_;
};

}  // namespace

Result<std::unique_ptr<ClosedForm>> copycat_form(const Integer& m, const Budget& budget) {
  if (m < 1) return Refusal{fmt::format("m must be at least 1, not {}", m.get_str())};
  if (m >= Integer(1) << 31) return Refusal{fmt::format("m = {} is too large for the window of m heaps", m.get_str())};
  return std::unique_ptr<ClosedForm>(std::make_unique<CopycatForm>(static_cast<std::uint32_t>(m.get_ui()), budget));
}

}  // namespace bouton
