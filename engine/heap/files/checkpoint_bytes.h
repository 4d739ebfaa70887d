// Integers of checkpoints as bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/base/little_endian.h"

namespace bouton {

/// Reads the bytes that a file keeps from their beginning on. What is wrong with it is a RequestError that names it.
class CheckpointReader {
 public:
  /// Both must outlive this object.
  CheckpointReader(const std::filesystem::path& path, std::string_view bytes) : path_(path), bytes_(bytes) {}

  [[noreturn]] void fail(std::string_view what) const {
    throw RequestError(fmt::format("checkpoint {}: {}", path_.string(), what));
  }
  std::string_view take(std::uint64_t count) {
    if (count > bytes_.size() - at_) fail("the file is damaged");
    const std::string_view taken = bytes_.substr(at_, count);
    at_ += count;
    return taken;
  }
  template <class T>
  T number() {
    return little_endian_at<T>(take(sizeof(T)), 0);
  }
  std::size_t left() const { return bytes_.size() - at_; }

 private:
  const std::filesystem::path& path_;
  std::string_view bytes_;
  std::size_t at_ = 0;
};

}  // namespace bouton
