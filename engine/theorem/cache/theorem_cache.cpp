#include "engine/theorem/cache/theorem_cache.h"

#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "engine/base/checksum.h"
#include "engine/base/errors.h"
#include "engine/system/blocked_signals.h"
#include "engine/system/certificate_text.h"
#include "engine/system/kept_folder.h"
#include "engine/system/read_file.h"
#include "engine/theorem/proof/certificate.h"

namespace bouton {
namespace {

/// Of the files, beside that of certificates: another one is not looked at.
constexpr std::string_view kVersion = "1";
/// What proving a theorem anew may take.
constexpr std::size_t kMostStatesAgain = 400'000;
constexpr std::uint64_t kMostStepsAgain = 1'500'000'000;

std::filesystem::path file_of(const GameFormula& formula, const std::filesystem::path& folder) {
  const std::string text = formula.text();
  Checksum other;  // of the same text after another beginning: 128 bits together
  other.add(kVersion);
  other.add(text);
  return folder / fmt::format("{:016x}{:016x}.theorem", statement_checksum(formula), other.value());
}

}  // namespace

std::optional<Theorem> kept_theorem(const GameFormula& formula, const Budget& budget) {
  const std::filesystem::path folder = kept_folder(Kept::theorems);
  if (folder.empty()) return std::nullopt;
  const std::filesystem::path file = file_of(formula, folder);
  try {
    std::error_code error;
    if (!std::filesystem::exists(file, error)) return std::nullopt;
    TheoremCertificate kept = parse_theorem_certificate(read_certificate_text(file, budget, Pipes::refused), file.string());
    AutomataWorkspace workspace(budget, kMostStatesAgain, kMostStepsAgain);
    if (disproved(kept.theorem, formula, workspace)) return std::nullopt;
    return std::move(kept.theorem);
  } catch (const RequestError&) {  // no such file any more, or damaged
  } catch (const LimitError&) {
  } catch (const AutomatonTooLarge&) {}
  return std::nullopt;
}

void keep_theorem(const GameFormula& formula, const Theorem& theorem, const Budget& budget) {
  const std::filesystem::path folder = kept_folder(Kept::theorems);
  if (folder.empty()) return;
  budget.check_stop();
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return;
  const std::filesystem::path file = file_of(formula, folder);
  if (std::filesystem::exists(file, error) && !std::filesystem::is_regular_file(file, error)) return;  // a pipe would wait
  const FileSizeSignalBlocked blocked;
  try {
    write_certificate(file, {"kept",
                             {},
                             formula.play(),
                             formula.dimensions(),
                             statement_checksum(formula),
                             {theorem.system, {theorem.p_positions()}}});
  } catch (const RequestError&) {  // it cannot be written
  }
}

}  // namespace bouton
