// By what Windows tells of changes in a folder, and by the program that the process itself is.
#include <optional>

#include <fmt/format.h>
#include <windows.h>

#include "bindings/cli/watching/watching.h"
#include "bindings/output/sink/interrupt.h"
#include "engine/base/errors.h"
#include "engine/system/environment.h"
#include "engine/system/windows/last_error.h"
#include "engine/system/windows/utf8.h"

namespace bouton::cli {
namespace {

/// How often whoever waits looks for Ctrl-C.
constexpr DWORD kMilliseconds = 50;

void wait_for(HANDLE event) {
  do check_interrupt();
  while (WaitForSingleObject(event, kMilliseconds) == WAIT_TIMEOUT);
}

/// As CommandLineToArgvW takes it apart again.
std::wstring quoted(const std::wstring& word) {
  std::wstring text = L"\"";
  std::size_t backslashes = 0;
  for (const wchar_t c : word) {
    if (c == L'"') text.append(backslashes + 1, L'\\');
    backslashes = c == L'\\' ? backslashes + 1 : 0;
    text += c;
  }
  text.append(backslashes, L'\\');
  return text + L"\"";
}

}  // namespace

/// Editors write the file, or put another in its place: what is watched is its folder, and what is looked at is when the file
/// was written last.
class SavedFile::Impl {
 public:
  explicit Impl(const std::filesystem::path& file) : file_(file) {
    const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
    changes_ =
        FindFirstChangeNotificationW(folder.c_str(), FALSE, FILE_NOTIFY_CHANGE_LAST_WRITE | FILE_NOTIFY_CHANGE_FILE_NAME);
    if (changes_ == INVALID_HANDLE_VALUE) throw OutputError(fmt::format("watch: {}: {}", folder.string(), last_error_text()));
    written_ = last_written();
  }
  ~Impl() { FindCloseChangeNotification(changes_); }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  void wait() {
    for (auto now = last_written();; now = last_written()) {
      if (now && now != written_) {
        written_ = now;
        return;
      }
      wait_for(changes_);
      FindNextChangeNotification(changes_);
    }
  }

 private:
  std::optional<std::filesystem::file_time_type> last_written() const {
    std::error_code error;
    const auto time = std::filesystem::last_write_time(file_, error);
    return error ? std::nullopt : std::optional(time);
  }

  std::filesystem::path file_;
  HANDLE changes_;
  std::optional<std::filesystem::file_time_type> written_;
};

SavedFile::SavedFile(const std::filesystem::path& file) : impl_(std::make_unique<Impl>(file)) {}
SavedFile::~SavedFile() = default;
void SavedFile::wait() { impl_->wait(); }

void run_to_end(const std::vector<std::string>& words) {
  const std::optional<std::filesystem::path> program = program_file();
  if (!program) throw OutputError("watch: bouton cannot be run");
  std::wstring line = quoted(program->native());
  for (const std::string& word : words) line += L" " + quoted(utf16_of(word));
  STARTUPINFOW start = {};
  start.cb = sizeof start;
  PROCESS_INFORMATION child = {};
  if (CreateProcessW(program->c_str(), line.data(), nullptr, nullptr, TRUE, 0, nullptr, nullptr, &start, &child) == 0)
    throw OutputError(fmt::format("watch: bouton cannot be run: {}", last_error_text()));
  CloseHandle(child.hThread);
  try {
    wait_for(child.hProcess);
  } catch (...) {
    TerminateProcess(child.hProcess, static_cast<UINT>(interrupt_exit_code()));
    CloseHandle(child.hProcess);
    throw;
  }
  CloseHandle(child.hProcess);
}

}  // namespace bouton::cli
