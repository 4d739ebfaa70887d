// A file that only ever grows, piece by piece, each of which the system has when the next one comes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace bouton {

/// All throw OutputError.
class GrowingFile {
 public:
  /// Opens the file, or makes it, and cuts off what is behind its first `size` bytes.
  GrowingFile(std::filesystem::path path, std::uint64_t size);
  ~GrowingFile();
  GrowingFile(const GrowingFile&) = delete;
  GrowingFile& operator=(const GrowingFile&) = delete;

  void add(std::string_view bytes);

 private:
  [[noreturn]] void fail() const;

  std::filesystem::path path_;
  int descriptor_ = -1;
};

}  // namespace bouton
