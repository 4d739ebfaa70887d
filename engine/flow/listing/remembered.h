// What the remembered functions of a FlowProgram have given.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

#include "engine/flow/flow_program.h"
#include "engine/flow/flow_row.h"

namespace bouton {

/// For one thread, or for several that run machine code: each result is a word that any of them writes alike. Fresh memory is
/// 0, and the system gives it where it is first touched: some megabytes a function at most.
class Remembered {
 public:
  explicit Remembered(const FlowProgram& program) {
    for (const FlowFunction& function : program.functions) {
      if (!function.is_remembered) continue;
      kept_.emplace_back(static_cast<std::int32_t*>(std::calloc(remembered_results(function), sizeof(std::int32_t))));
      if (kept_.back() == nullptr) throw std::bad_alloc();
    }
  }
  /// Puts them where a run of the program looks for them.
  void show(FlowRow& row) const {
    for (std::size_t i = 0; i < kept_.size(); ++i) row.remembered[i] = kept_[i].get();
  }

 private:
  struct Free {
    void operator()(std::int32_t* results) const { std::free(results); }
  };
  std::vector<std::unique_ptr<std::int32_t, Free>> kept_;
};

}  // namespace bouton
