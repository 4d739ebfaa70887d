// Calls of helper functions with arguments that are known.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/flow/flow_program.h"
#include "engine/flow/listing/option_lister.h"

namespace bouton {

/// What is counted of a search that is to take no longer than what it is for.
class StepWork {
 public:
  explicit StepWork(std::uint64_t most) : left_(most) {}
  /// Throws Refusal where that is more than is left.
  void take(std::uint64_t amount) {
    if (amount > left_) end();
    left_ -= amount;
  }
  std::uint64_t left() const { return left_; }

 private:
  [[noreturn]] static void end();

  std::uint64_t left_;
};

/// Runs functions of a program by themselves. Each is put into a program of its own, of which the function's results are the
/// one option of its arguments.
class HelperCalls {
 public:
  /// `program` and `work` must outlive this object. The program must be verified.
  HelperCalls(const FlowProgram& program, StepWork& work, bool may_compile)
      : program_(program), work_(work), may_compile_(may_compile), helpers_(program.functions.size()) {}

  using Integers = std::vector<std::int64_t>;
  /// What the function returns. Throws Refusal where it may name an option, where it traps, where it has too many arguments or
  /// results, or where the work ends. Where it is remembered, some ten nanoseconds if it was asked before.
  Integers results(std::uint32_t function, const Integers& arguments);

 private:
  struct Helper {
    FlowProgram program;
    std::unique_ptr<OptionLister> lister;
  };
  Helper& helper(std::uint32_t function);

  const FlowProgram& program_;
  StepWork& work_;
  bool may_compile_;
  std::vector<std::unique_ptr<Helper>> helpers_;  ///< by function
};

}  // namespace bouton
