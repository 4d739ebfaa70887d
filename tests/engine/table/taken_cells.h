// A sink that checks what a kernel hands out, for tests.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "engine/values/value_sink.h"

namespace bouton::table_test {

/// Takes the cells in order, none of them greater than was promised.
class TakenCells final : public ValueSink {
 public:
  void begin(std::uint32_t greatest) override { greatest_ = greatest; }
  void take(std::uint64_t first, std::span<const std::uint32_t> cells) override {
    EXPECT_EQ(first, cells_.size());
    for (const std::uint32_t cell : cells) EXPECT_LE(cell, greatest_);
    cells_.insert(cells_.end(), cells.begin(), cells.end());
  }
  const std::vector<std::uint32_t>& cells() const { return cells_; }

 private:
  std::uint32_t greatest_ = 0;
  std::vector<std::uint32_t> cells_;
};

}  // namespace bouton::table_test
