// Tells when a file is saved.
#pragma once

#include <cstdint>
#include <filesystem>

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
  struct State {
    std::uintmax_t size = kNoFile;
    std::filesystem::file_time_type written = {};  ///< where Node.js gives the times, in whole seconds
    std::uint64_t checksum = 0;                    ///< of its first megabyte
    friend bool operator==(const State&, const State&) = default;
  };

  State state() const;

  std::filesystem::path file_;
  State seen_;
};

}  // namespace bouton::cli
