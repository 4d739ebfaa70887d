#include "engine/farm/journal.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "engine/base/checksum.h"
#include "engine/base/errors.h"
#include "engine/base/plain_text.h"
#include "engine/base/progress.h"
#include "engine/system/growing_file.h"
#include "engine/system/read_file.h"

namespace bouton {
namespace {

using Results = std::vector<std::optional<std::string>>;

std::uint64_t checksum_of(std::string_view text) {
  Checksum checksum;
  checksum.add(text);
  return checksum.value();
}

/// Takes a number and the sign behind it off the front of `text`.
std::optional<std::uint64_t> take_number(std::string_view& text, char behind, int base = 10) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  const auto length = static_cast<std::size_t>(end - text.data());
  if (error != std::errc() || length >= text.size() || text[length] != behind) return std::nullopt;
  text.remove_prefix(length + 1);
  return number;
}

/// The journal as a file that only ever grows, by one result at a time.
class Journal {
 public:
  Journal(std::filesystem::path path, std::string_view title, Results& results, const Budget& budget)
      : path_(std::move(path)), head_(fmt::format("Bouton journal 1 {}\n", plain_line(title))) {
    std::size_t whole = 0;
    if (const std::optional<std::string> text = read_whole_file(path_, budget)) whole = read(*text, results);
    file_.emplace(path_, whole);
    if (whole == 0) file_->add(head_);
  }

  void add(std::uint64_t item, const std::string& result) {
    file_->add(fmt::format("{} {} {:x}\n{}\n", item, result.size(), checksum_of(result), result));
  }

 private:
  /// Fills in the results of the file; returns how many of its bytes are whole results.
  std::size_t read(std::string_view text, Results& results) const {
    if (text.size() < head_.size() && head_.starts_with(text)) return 0;
    if (!text.starts_with(head_))
      throw RequestError(
          fmt::format("{} is not a journal of this work ({})", path_.string(), head_.substr(0, head_.size() - 1)));
    std::string_view rest = text.substr(head_.size());
    while (!rest.empty()) {
      std::string_view entry = rest;
      const auto item = take_number(entry, ' '), length = take_number(entry, ' '), checksum = take_number(entry, '\n', 16);
      if (!item || !length || !checksum || *length >= entry.size() || entry[*length] != '\n') break;
      const std::string_view result = entry.substr(0, *length);
      if (*item >= results.size() || checksum_of(result) != *checksum) break;
      results[*item] = result;
      rest = entry.substr(*length + 1);
    }
    return text.size() - rest.size();
  }

  std::filesystem::path path_;
  std::string head_;
  std::optional<GrowingFile> file_;
};

/// The results, packed for Farm::share(): 'R' and all texts with their lengths.
std::string packed(const Results& results) {
  std::string text = "R";
  for (const std::optional<std::string>& result : results) text += fmt::format("{} {}", result->size(), *result);
  return text;
}

std::vector<std::string> unpacked(std::string_view text, std::uint64_t count) {
  if (!text.starts_with('R')) throw Error(text.substr(1));
  text.remove_prefix(1);
  std::vector<std::string> results;
  while (results.size() < count) {
    const std::size_t length = take_number(text, ' ').value();
    results.emplace_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return results;
}

Results results_here(Farm& farm, std::uint64_t count, const Farm::Work& work, const std::optional<std::filesystem::path>& path,
                     std::string_view title, const Budget& budget, FarmOrder order) {
  Results results(count);
  std::optional<Journal> journal;
  if (path) journal.emplace(*path, title, results, budget);
  Farm::Items items;
  for (std::uint64_t item = 0; item < count; ++item)
    if (!results[item]) items.push_back(item);
  // Multiples of the golden section, modulo 1, lie far from those of neighbours.
  if (order == FarmOrder::spread) std::ranges::sort(items, {}, [](std::uint64_t item) { return item * 0x9E3779B97F4A7C15; });
  const auto done = [&](std::uint64_t item, const std::string& result) {
    if (journal) journal->add(item, result);
    results[item] = result;
  };
  Budget with_total = budget;
  ProgressTotal progress(with_total, "items", count);
  progress.step(count - items.size(), count);
  farm.run(items, work, done, with_total);
  progress.finish();
  return results;
}

}  // namespace

std::vector<std::string> farm_results(Farm& farm, std::uint64_t count, const Farm::Work& work,
                                      const std::optional<std::filesystem::path>& journal, std::string_view title,
                                      const Budget& budget, FarmOrder order) {
  if (farm.is_only_worker()) {
    farm.run({}, work, {}, budget);
    return unpacked(farm.share({}), count);
  }
  std::string said;
  try {
    said = packed(results_here(farm, count, work, journal, title, budget, order));
  } catch (const std::exception& error) {
    farm.share(std::string("E") + error.what());
    throw;
  }
  return unpacked(farm.share(std::move(said)), count);
}

}  // namespace bouton
