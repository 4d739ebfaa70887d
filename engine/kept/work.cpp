#include "engine/kept/work.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engine/base/checksum.h"
#include "engine/base/plain_text.h"

namespace bouton {
namespace {

/// Longer values are told apart by their checksums.
constexpr std::size_t kLongestFact = 200;

using WorkFacts = std::vector<std::pair<std::string_view, std::string_view>>;

WorkFacts facts_of_work(std::string_view text) {
  WorkFacts facts;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::size_t colon = std::min(line.find(": "), line.size());
    facts.emplace_back(line.substr(0, colon), line.substr(std::min(colon + 2, line.size())));
  }
  return facts;
}

std::optional<std::string_view> value_of_fact(const WorkFacts& facts, std::string_view name) {
  const auto found = std::ranges::find(facts, name, &WorkFacts::value_type::first);
  return found == facts.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace

std::uint64_t checksum_of_text(std::string_view text) {
  Checksum checksum;
  checksum.add(text);
  return checksum.value();
}

Work& Work::add(std::string_view name, std::string_view value) {
  const std::string plain = plain_line(value);
  if (plain == value && plain.size() <= kLongestFact) text_ += fmt::format("{}: {}\n", name, plain);
  else text_ += fmt::format("{}: {} (checksum {:016x})\n", name, abbreviated(plain), checksum_of_text(value));
  return *this;
}

Work& Work::add(std::string_view name, std::uint64_t value) { return add(name, std::to_string(value)); }

std::uint64_t Work::checksum() const { return checksum_of_text(text_); }

std::string difference_of_works(std::string_view there, std::string_view here) {
  constexpr std::size_t kMostNamed = 3;
  const WorkFacts kept = facts_of_work(there), wanted = facts_of_work(here);
  std::vector<std::string> differences;
  for (const auto& [name, value] : wanted) {
    const std::optional<std::string_view> before = value_of_fact(kept, name);
    if (!before) differences.push_back(fmt::format("{}: nothing there, {} here", name, value));
    else if (*before != value) differences.push_back(fmt::format("{}: {} there, {} here", name, *before, value));
  }
  for (const auto& [name, value] : kept)
    if (!value_of_fact(wanted, name)) differences.push_back(fmt::format("{}: {} there, nothing here", name, value));
  if (differences.empty() && there != here) differences.emplace_back("the same facts in another order");
  const std::size_t count = differences.size();
  if (count > kMostNamed) {
    differences.resize(kMostNamed);
    differences.push_back(fmt::format("and {} more", count - kMostNamed));
  }
  return fmt::format("{}", fmt::join(differences, "; "));
}

}  // namespace bouton
