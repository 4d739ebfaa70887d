// No copycats: take 1 to m, but not the number that was just taken.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/base/budget.h"
#include "engine/closed_form/closed_form.h"

namespace bouton {

/// Looks for the first period of a sequence of rows, `width` numbers each, in which a row depends on the m rows before it
/// alone: when m successive rows are the same as m earlier ones, all that follow are. So a period is found by looking, and
/// thereby proved. R. P. Brent's cycle search; O(m width) a row at most.
class RowPeriodSearch {
 public:
  struct Period {
    std::uint64_t preperiod, period;
  };

  RowPeriodSearch(std::uint32_t m, std::size_t width) : m_(m), width_(width), anchor_(m) {}
  /// To be called after each row: `cells` holds all rows, m of them before row 0.
  void look(const std::vector<std::uint32_t>& cells);
  /// row(n + period) = row(n) for all n >= preperiod, both the least possible; nothing as long as none was found.
  const std::optional<Period>& found() const { return found_; }

 private:
  std::uint32_t m_;
  std::size_t width_;
  std::uint64_t anchor_;  ///< the m rows below it are compared with the last m rows
  std::optional<Period> found_;
};

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

  using Period = RowPeriodSearch::Period;
  /// Of row(n), for all n. Computes rows until it is known.
  Period period();
  /// The same; nothing if it takes more than `most` rows.
  std::optional<Period> period_within(std::uint64_t most);
  /// How many rows have been computed.
  std::uint64_t size() const { return rows_.size() - m_; }

 private:
  void add_row();
  std::uint32_t m_;
  Budget budget_;
  std::vector<std::uint32_t> rows_;  ///< W(n) stands at n + m; heaps below 0 count as heaps with several winning takes
  RowPeriodSearch period_;
};

/// The Grundy values of all positions (n, last): a row is a heap, and depends on the m rows before it alone.
class CopycatValues {
 public:
  /// 1 <= m.
  CopycatValues(std::uint32_t m, Budget budget);

  /// G(n, last) for n < size().
  std::uint32_t value(std::uint64_t n, std::uint32_t last) const { return cells_[(n + m_) * (m_ + 1) + last]; }
  /// Of the rows; computes them until it is known, or until there are `most`. O(m) and 4 m bytes a row. Throws LimitError,
  /// Interrupted.
  std::optional<RowPeriodSearch::Period> period_within(std::uint64_t most);
  std::uint64_t size() const { return cells_.size() / (m_ + 1) - m_; }

 private:
  void add_row();

  std::uint32_t m_;
  Budget budget_;
  std::vector<std::uint32_t> cells_;
  RowPeriodSearch period_;
};

/// The closed form "copycat": a position (n, last), 0 <= last <= m, 0 where any take is allowed; normal play.
/// Outcome: a division by the period; winning moves: m of them. The first question about a heap beyond the rows
/// computed so far: see CopycatRows. Refuses m < 1 and m >= 2^31.
Result<std::unique_ptr<ClosedForm>> copycat_form(const Integer& m, const Budget& budget);

}  // namespace bouton
