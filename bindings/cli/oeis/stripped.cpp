#include "bindings/cli/oeis/stripped.h"

#include <algorithm>
#include <charconv>
#include <memory>
#include <optional>
#include <string_view>

#include <fmt/format.h>
#include <zlib.h>

#include "engine/base/errors.h"
#include "engine/system/read_file.h"

namespace bouton::cli {
namespace {

constexpr std::size_t kLeastTerms = 8, kMostSkipped = 3, kMostMatches = 20;

struct CloseFile {
  void operator()(gzFile file) const { gzclose(file); }
};

/// Lines of a file, compressed or not.
class LinesOfFile {
 public:
  explicit LinesOfFile(const std::filesystem::path& path) : path_(path), file_(gzdopen(open_to_read(path), "rb")) {
    if (!file_) throw RequestError(fmt::format("--oeis: cannot read {}", path.string()));
    gzbuffer(file_.get(), 1U << 17);
  }

  /// Nothing at the end.
  std::optional<std::string_view> next() {
    line_.clear();
    char piece[4096];
    while (gzgets(file_.get(), piece, sizeof piece) != nullptr) {
      line_ += piece;
      if (!line_.ends_with('\n')) continue;
      line_.pop_back();
      return line_;
    }
    int code = Z_OK;
    gzerror(file_.get(), &code);
    if (code != Z_OK && code != Z_STREAM_END) throw RequestError(fmt::format("--oeis: {} is damaged", path_.string()));
    if (line_.empty()) return std::nullopt;
    return line_;
  }

 private:
  std::filesystem::path path_;
  std::unique_ptr<std::remove_pointer_t<gzFile>, CloseFile> file_;
  std::string line_;
};

/// The terms of a line; a number that no value can be ends them.
void read_terms(std::string_view text, std::vector<std::uint32_t>& terms) {
  terms.clear();
  while (true) {
    const std::size_t comma = text.find(',');
    if (comma == std::string_view::npos) return;
    text.remove_prefix(comma + 1);
    std::uint32_t term = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), term);
    if (error != std::errc() || end == text.data()) return;
    terms.push_back(term);
  }
}

/// How many terms agree, if all do that both have, and they are enough to tell.
std::size_t agreeing(std::span<const std::uint32_t> values, std::span<const std::uint32_t> terms) {
  const std::size_t both = std::min(values.size(), terms.size());
  if (both < kLeastTerms || !std::equal(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(both), terms.begin()))
    return 0;
  const bool constant = std::all_of(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(both),
                                    [&](std::uint32_t value) { return value == values[0]; });
  return constant ? 0 : both;
}

/// The longest agreement from any of the first few terms of each.
OeisMatch compared(std::span<const std::uint32_t> values, std::span<const std::uint32_t> terms) {
  OeisMatch best;
  for (std::size_t a = 0; a <= std::min(kMostSkipped, values.size()); ++a)
    for (std::size_t b = 0; b <= std::min(kMostSkipped, terms.size()); ++b) {
      const std::size_t count = agreeing(values.subspan(a), terms.subspan(b));
      if (count > best.terms) best = {{}, a, b, count};
    }
  return best;
}

}  // namespace

std::vector<OeisMatch> oeis_matches(const std::filesystem::path& file, std::span<const std::uint32_t> values,
                                    const Budget& budget) {
  LinesOfFile lines(file);
  std::vector<OeisMatch> matches;
  std::vector<std::uint32_t> terms;
  bool any = false;
  while (const std::optional<std::string_view> line = lines.next()) {
    budget.check_stop();
    if (line->empty() || line->front() != 'A') continue;
    const std::size_t blank = line->find(' ');
    if (blank == std::string_view::npos) continue;
    any = true;
    read_terms(line->substr(blank), terms);
    OeisMatch match = compared(values, terms);
    if (match.terms == 0) continue;
    match.number = line->substr(0, blank);
    matches.push_back(std::move(match));
  }
  if (!any)
    throw RequestError(
        fmt::format("--oeis: {} holds no sequences; give the OEIS's stripped.gz (lines 'A000001 ,0,1,1,')", file.string()));
  std::ranges::stable_sort(matches, std::greater(), &OeisMatch::terms);
  if (matches.size() > kMostMatches) matches.resize(kMostMatches);
  return matches;
}

}  // namespace bouton::cli
