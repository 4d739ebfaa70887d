// What the remembered functions of a FlowProgram have given.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/flow/flow_program.h"
#include "engine/flow/flow_row.h"
#include "engine/system/zeroed_memory.h"

namespace bouton {

/// For one thread, or for several that run machine code: each result is a word that any of them writes alike. Fresh memory is
/// 0, and the system gives it where it is first touched: some megabytes a function at most.
class Remembered {
 public:
  explicit Remembered(const FlowProgram& program) {
    for (const FlowFunction& function : program.functions) {
      if (!function.is_remembered) continue;
      kept_.emplace_back(remembered_results(function) * sizeof(std::int32_t));
    }
  }
  /// Puts them where a run of the program looks for them.
  void show(FlowRow& row) const {
    for (std::size_t i = 0; i < kept_.size(); ++i) row.remembered[i] = static_cast<std::int32_t*>(kept_[i].data());
  }

 private:
  std::vector<ZeroedMemory> kept_;
};

}  // namespace bouton
