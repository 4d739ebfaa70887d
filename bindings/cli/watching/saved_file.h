// Tells when a file is saved.
#pragma once

#include <cstdint>
#include <filesystem>
#include <utility>

namespace bouton::cli {

/// Looks at a file five times a second, on every system, and sees another file that an editor puts in its place.
class SavedFile {
 public:
  explicit SavedFile(std::filesystem::path file);

  /// Returns once the file is another than it was when this returned last, or when this object was made, and two looks in
  /// succession have seen the same. A file that is not there is not looked at: an editor may be about to put another in its
  /// place. Throws Interrupted.
  void wait();

 private:
  static constexpr std::uintmax_t kNoFile = ~std::uintmax_t{0};
  using State = std::pair<std::uintmax_t, std::filesystem::file_time_type>;  ///< its size, or kNoFile, and when it was written

  State state() const;

  std::filesystem::path file_;
  State seen_;
};

}  // namespace bouton::cli
