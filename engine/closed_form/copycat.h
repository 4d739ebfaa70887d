// No copycats: take 1 to m, but not the number that was just taken.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/base/budget.h"
#include "engine/closed_form/closed_form.h"

namespace bouton {

/// For every heap n the set W(n) of takes t <= m that win when none is forbidden: t <= n such that (n - t, t) is P.
/// (n, last) is P iff W(n) has no member but `last`. So of W(n) only this matters: it is empty, it has the one member w,
/// or it has several; and that depends on the m values before it alone. When m successive values are the same as at an
/// earlier heap, the sequence is periodic from there on: found by looking, and thereby proved.
class CopycatRows {
 public:
  /// m >= 1.
  CopycatRows(std::uint32_t m, Budget budget);

  /// W(n)'s only member; 0 if W(n) is empty, kSeveral if it has more. Computes what is missing up to n or to the end of
  /// the first period, O(m) and 4 bytes a heap. Throws LimitError, Interrupted.
  std::uint32_t row(const Integer& n);
  static constexpr std::uint32_t kSeveral = 0xFFFFFFFF;

  struct Period {
    std::uint64_t preperiod, period;
  };
  /// row(n + period) = row(n) for all n >= preperiod, both the least possible. Computes rows until it is known.
  Period period();
  /// The period, if it shows in the rows up to heap `last` at most; computes them.
  std::optional<Period> period_within(std::uint64_t last);

 private:
  std::uint64_t size() const { return rows_.size() - m_; }
  void add_row();
  void look_for_period();

  std::uint32_t m_;
  Budget budget_;
  std::vector<std::uint32_t> rows_;  ///< W(n) stands at n + m; heaps below 0 count as heaps with several winning takes
  std::uint64_t anchor_;             ///< the m rows below it are compared with the last m rows
  std::optional<Period> period_;
};

/// The closed form "copycat": a position (n, last), 0 <= last <= m, 0 where any take is allowed; normal play.
/// Outcome: a division by the period; winning moves: m of them. The first question about a heap beyond the rows
/// computed so far: see CopycatRows. Refuses m < 1 and m >= 2^31.
Result<std::unique_ptr<ClosedForm>> copycat_form(const Integer& m, const Budget& budget);

}  // namespace bouton
