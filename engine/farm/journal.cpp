#include "engine/farm/journal.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/base/progress.h"
#include "engine/kept/record_file.h"
#include "engine/system/growing_file.h"

namespace bouton {
namespace {

using Results = std::vector<std::optional<std::string>>;

/// Takes the length of a text and the blank behind it off the front of what packed() made.
std::size_t take_length(std::string_view& text) {
  std::size_t length = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()) + 1);
  return length;
}

/// The journal as a file that only ever grows, by one result at a time.
class JournalWriter {
 public:
  /// Fills in the results that the file has.
  JournalWriter(const FarmJournal& journal, Results& results, const Budget& budget) : journal_(journal) {
    const std::uint64_t whole =
        read_records(journal.path, journal.work, budget, [&](std::uint64_t number, std::string_view bytes) {
          if (number > 0 && number <= results.size()) results[number - 1] = bytes;
        });
    for (std::size_t item = 0; journal.holds && item < results.size(); ++item)
      if (results[item] && !journal.holds(item, *results[item])) results[item].reset();
    file_.emplace(journal.path, whole);
    if (whole == 0) file_->add(head_of_records(journal.work));
  }

  void add(std::uint64_t item, const std::string& result) { file_->add(record_of(journal_.work, item + 1, result)); }

 private:
  const FarmJournal& journal_;
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
    const std::size_t length = take_length(text);
    results.emplace_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return results;
}

Results results_here(Farm& farm, std::uint64_t count, const Farm::Work& work, const std::optional<FarmJournal>& kept,
                     const Budget& budget, FarmOrder order) {
  Results results(count);
  std::optional<JournalWriter> journal;
  if (kept) journal.emplace(*kept, results, budget);
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
                                      const std::optional<FarmJournal>& journal, const Budget& budget, FarmOrder order) {
  if (farm.is_only_worker()) {
    farm.run({}, work, {}, budget);
    return unpacked(farm.share({}), count);
  }
  std::string said;
  try {
    said = packed(results_here(farm, count, work, journal, budget, order));
  } catch (const std::exception& error) {
    farm.share(std::string("E") + error.what());
    throw;
  }
  return unpacked(farm.share(std::move(said)), count);
}

}  // namespace bouton
