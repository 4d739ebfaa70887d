// By the program that the process itself is, on Windows.
#include <optional>

#include <fmt/format.h>
#include <windows.h>

#include "bindings/cli/watching/run_to_end.h"
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
