#include "engine/nimbers/remembered_search.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/nimbers/wrapped_search.h"

namespace bouton::nimbers {
namespace {

namespace fs = std::filesystem;

/// To be raised whenever a search may store something that an older one would have stored otherwise.
constexpr unsigned kVersion = 2;
constexpr const char* kEnding = ".values";

/// Leaves at most `most` files of searches in the folder: those that were written last.
void remove_oldest(const fs::path& folder, std::size_t most) {
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  std::error_code error;
  for (fs::directory_iterator file(folder, error), end; !error && file != end; file.increment(error)) {
    if (file->path().extension() != kEnding) continue;
    std::error_code unknown;
    const fs::file_time_type time = file->last_write_time(unknown);
    if (!unknown) files.emplace_back(time, file->path());
  }
  if (files.size() <= most) return;
  std::sort(files.begin(), files.end());
  for (std::size_t i = 0; i + most < files.size(); ++i) fs::remove(files[i].second, error);
}

class RememberedSearch final : public WrappedSearch {
 public:
  RememberedSearch(std::unique_ptr<NimberSearch> search, fs::path folder, const Remembering& how)
      : WrappedSearch(std::move(search)),
        folder_(std::move(folder)),
        file_(folder_ / fmt::format("{:016x}-{}{}", *inner().game(), kVersion, kEnding)),
        how_(how) {}

  std::optional<Outcome> outcome(PositionView position, std::uint32_t heap, std::uint64_t most_positions) override {
    return asked(most_positions, [&](std::uint64_t most) { return inner().outcome(position, heap, most); });
  }
  std::optional<Grundy> grundy(PositionView position, std::uint64_t most_positions) override {
    return asked(most_positions, [&](std::uint64_t most) { return inner().grundy(position, most); });
  }

 private:
  template <class Ask>
  std::invoke_result_t<Ask, std::uint64_t> asked(std::uint64_t most, Ask ask) {
    if (!was_read_) {
      const std::uint64_t first = std::min(most, how_.read_after);
      auto found = ask(first);
      if (found || first == most) return found;
      most -= first;
      read();
    }
    try {
      auto found = ask(most);
      write();
      return found;
    } catch (...) {
      write();
      throw;
    }
  }

  void read() {
    was_read_ = true;
    std::error_code error;
    try {
      if (fs::is_regular_file(file_, error)) inner().load(file_);  // a pipe would wait
    } catch (const RequestError&) {                                // damaged, or of something else
    } catch (const LimitError&) {}
    kept_ = inner().effort().positions;
  }
  void write() noexcept {
    if (inner().effort().positions - kept_ < how_.written_after) return;
    kept_ = inner().effort().positions;
    try {
      std::error_code error;
      fs::create_directories(folder_, error);
      if (error || (fs::exists(file_, error) && !fs::is_regular_file(file_, error))) return;  // a pipe would wait
      inner().save(file_, how_.most_positions);
      remove_oldest(folder_, how_.most_files);
    } catch (const std::exception&) {  // it cannot be written
    }
  }

  fs::path folder_, file_;
  Remembering how_;
  bool was_read_ = false;
  std::uint64_t kept_ = 0;  ///< the effort when the file was read or written
};

}  // namespace

std::unique_ptr<NimberSearch> remembered_search(std::unique_ptr<NimberSearch> search, fs::path folder, const Remembering& how) {
  if (folder.empty() || !search->game()) return search;
  return std::make_unique<RememberedSearch>(std::move(search), std::move(folder), how);
}

}  // namespace bouton::nimbers
