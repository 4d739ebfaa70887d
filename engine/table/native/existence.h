// Which positions of a domain exist, by the program of the rule's `valid`.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/position/position.h"
#include "engine/program/move_program.h"
#include "engine/program/move_program_run.h"

namespace bouton {

/// One thread at a time.
class Existence {
 public:
  enum class Answer : std::uint8_t { no, yes, error };

  /// `valid` null: all of them do.
  explicit Existence(const MoveProgram* valid) {
    if (valid != nullptr) program_.emplace(*valid);
  }
  bool is_asked() const { return program_.has_value(); }
  /// Some 50 ns. An error: the rule raises one there.
  Answer operator()(PositionView position) const {
    if (!program_) return Answer::yes;
    if (program_->results(position, results_) != RunStatus::done || results_.empty()) return Answer::error;
    return results_[0] != 0 ? Answer::yes : Answer::no;
  }

 private:
  std::optional<CompiledProgram> program_;
  mutable std::vector<std::int64_t> results_;
};

}  // namespace bouton
