// What `bouton watch` takes of the system: when a file is saved, and the command run once more.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace bouton::cli {

/// Tells when a file is saved: also by an editor that puts another in its place.
class SavedFile {
 public:
  /// Throws OutputError where its folder cannot be watched.
  explicit SavedFile(const std::filesystem::path& file);
  ~SavedFile();
  SavedFile(const SavedFile&) = delete;
  SavedFile& operator=(const SavedFile&) = delete;

  /// Returns once the file was saved since the last call, or since this object was made. Throws Interrupted.
  void wait();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// Runs the command with these words in a process of its own, to its end. Throws Interrupted, and ends it then; OutputError
/// where it cannot be run.
void run_to_end(const std::vector<std::string>& words);

}  // namespace bouton::cli
