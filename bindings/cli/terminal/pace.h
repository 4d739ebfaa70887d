// How far a question has come and how fast it goes on, as a line of text.
#pragma once

#include <cstdint>
#include <deque>
#include <string>

#include "engine/base/budget.h"

namespace bouton::cli {

/// Hears the reports of one question after the other. The rate is that of the last seconds; the time left follows from it and
/// from how the cost grows (Progress::growth). What is done never decreases and never is more than the total.
class Pace {
 public:
  /// Takes a report at second `now` of any clock.
  void hear(const Progress& progress, double now);
  /// Seconds since the question was first heard of.
  double seconds() const { return now_ - start_; }
  /// "12,345,678 of 20,000,000 positions (61 %), 1,234,567 a second, about 6 s left"; of a step,
  /// "1,234 of 2,000 rows of this step, 100 a second, about 8 s left of it"; where the end is not known,
  /// "12,345,678 positions, 1,234,567 a second, for 12 s"; where nobody knows how costs grow,
  /// "30 of 60 heaps (50 %), for 12 s; the rest may take far longer". In at most `columns` where that can be: the rate gives
  /// way first, then what was looked at, then that last remark, then the total, so that a narrow terminal shows the time left.
  std::string text(std::size_t columns = ~std::size_t{0}) const;

 private:
  struct Sample {
    double at;
    std::uint64_t done;
  };
  /// What is done in a second, of late; 0 where that cannot be told.
  double rate() const;
  /// Negative where nothing is known.
  double seconds_left() const;
  /// What is done, with the total if that is wanted, and the share of it.
  std::string done_text(bool with_total) const;
  std::string time_text() const;

  std::string doing_;
  std::uint64_t total_ = 0;
  std::uint64_t done_ = 0;    ///< of the question
  std::uint64_t before_ = 0;  ///< of searches of unknown size that came before the present one
  std::uint64_t looked_at_ = 0;
  double growth_ = 0;
  bool is_step_ = false;
  double start_ = 0, now_ = 0;
  bool heard_ = false;
  std::deque<Sample> samples_;  ///< of the last seconds
};

}  // namespace bouton::cli
