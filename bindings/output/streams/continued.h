// An output that several runs write, and the file that says how far they have come.
#pragma once

#include <filesystem>
#include <string>

#include "bindings/output/sink/output.h"
#include "engine/base/budget.h"
#include "engine/table/sinks/stripe_file.h"

namespace bouton {

/// Goes on from a checkpoint, and writes it now and then.
class Continued {
 public:
  /// `out` comes from open_part_output; `work` says what is written, `positions` of how many. Throws RequestError where the
  /// checkpoint is of other work, or its part of the output is not what it was; OutputError, Interrupted. With
  /// `from_the_beginning` there is nothing to go on from, whatever the file holds until it is saved.
  Continued(Output& out, std::filesystem::path checkpoint, Work work, std::uint64_t positions, const Budget& budget,
            bool from_the_beginning = false);

  const ResumableRun::Begun& begun() const { return file_.begun; }
  /// What save() was told was counted.
  std::uint64_t counted() const { return file_.counted; }
  /// Whether enough was done since the last time that saving it costs little beside.
  bool is_due(std::uint64_t done) const { return done >= next_; }
  /// Everything that was written holds the first `done` positions.
  void save(std::uint64_t done, std::uint64_t counted, std::string state);

 private:
  Output& out_;
  std::filesystem::path path_;
  Work work_;
  Budget budget_;
  StripeFile file_;
  std::uint64_t step_, next_;
};

}  // namespace bouton
