// What the remembered functions of a FlowProgram have given.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/flow/flow_program.h"
#include "engine/flow/flow_row.h"
#include "engine/system/large_pages.h"
#include "engine/system/zeroed_memory.h"

namespace bouton {

/// For one thread, or for several that run machine code: each result is a word that any of them writes alike. Fresh memory is
/// 0, and the system gives it where it is first touched: some megabytes a function at most.
class Remembered {
 public:
  explicit Remembered(const FlowProgram& program) {
    for (const FlowFunction& function : program.functions) {
      if (!function.is_remembered) continue;
      bytes_.push_back(remembered_results(function) * sizeof(std::int32_t));
      kept_.emplace_back(bytes_.back());
    }
  }
  /// Before many positions are looked at: the results of functions of two numbers will be all over their memory.
  void expect_many() const {
    constexpr std::size_t kMuch = std::size_t{1} << 23;
    for (std::size_t i = 0; i < kept_.size(); ++i)
      if (bytes_[i] >= kMuch) ask_for_large_pages(kept_[i].data(), bytes_[i]);
  }
  /// Puts them where a run of the program looks for them.
  void show(FlowRow& row) const {
    for (std::size_t i = 0; i < kept_.size(); ++i) row.remembered[i] = static_cast<std::int32_t*>(kept_[i].data());
  }

 private:
  std::vector<ZeroedMemory> kept_;
  std::vector<std::size_t> bytes_;
};

}  // namespace bouton
