// Runs a MoveProgram natively, one position at a time.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/position/options.h"
#include "engine/position/position.h"
#include "engine/program/move_program.h"

namespace bouton {

struct ProgramCode;

/// How a run ended.
enum class RunStatus {
  done,
  trapped,  ///< an expression has no value (see evaluate), or a step is 0: the rule's interpreter can explain it
  limited   ///< a limit was passed, or the run was stopped
};

/// What one run may use.
struct RunLimits {
  std::uint64_t iterations = std::uint64_t{1} << 28;  ///< rounds of all loops together
  std::size_t options = std::size_t{1} << 25;
  std::size_t words = std::size_t{1} << 26;  ///< coordinates of all options together
  /// The number of a name that is made of values; nothing where it can be none, which ends the run as trapped. Null: such
  /// options have no name.
  const std::function<std::optional<Label>(std::string_view)>* label = nullptr;
  const std::atomic<bool>* stop = nullptr;  ///< ends the run soon after it turned true; null: never
  std::uint64_t* used = nullptr;            ///< the iterations of a run that is done are added to it, about; null: not wanted
};

/// A program compiled to register code: what does not change in a loop is computed once before it, equal expressions
/// are computed once. Immutable and thread-safe; a copy shares the code.
class CompiledProgram {
 public:
  /// `program` is not needed afterwards. O(size of the program times the depth of its loops).
  explicit CompiledProgram(const MoveProgram& program);

  std::size_t dimensions() const;

  /// Adds the options of `position`, which has dimensions() coordinates, to `out`, in the program's order.
  /// Where it traps, `out` keeps what was added before: discard it.
  RunStatus options(PositionView position, Options& out, const RunLimits& limits = {}) const;

  /// For a program with results: sets `results` to those of `position`. A program that ends without a `finish` has
  /// none.
  RunStatus results(PositionView position, std::vector<std::int64_t>& results, const RunLimits& limits = {}) const;

 private:
  std::shared_ptr<const ProgramCode> code_;
};

}  // namespace bouton
