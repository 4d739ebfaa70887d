// How long a person may think.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

namespace bouton::cli {

/// What a person has to decide: who moves first, or a move.
struct Decision {
  std::size_t game = 0;  ///< the games of a conversation, counted
  bool who_is_first = false;
  std::size_t moves_made = 0;

  friend bool operator==(const Decision&, const Decision&) = default;
};

/// Gives so many seconds for each decision. Only the time for which the person is waited for counts, over all lines that are
/// typed before the decision is made.
class MoveClock {
 public:
  /// Seconds of a clock that never goes back.
  using Now = std::function<double()>;

  /// Nothing for `seconds`: there is no limit.
  explicit MoveClock(std::optional<double> seconds, Now now = {});

  bool is_set() const { return seconds_.has_value(); }
  /// The person is waited for from now on. A decision that was begun before goes on, another one has all its time.
  void wait_for(const Decision& decision);
  /// The person has typed something, or the time is up.
  void pause();
  /// The seconds that are left for the decision, never negative; nothing where there is no limit or nobody is waited for.
  std::optional<double> left() const;

 private:
  std::optional<double> seconds_;
  Now now_;
  std::optional<Decision> decision_;
  double used_ = 0;              ///< before the present wait
  std::optional<double> since_;  ///< of the present wait
};

}  // namespace bouton::cli
