#include "engine/study/survey.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/base/progress.h"
#include "engine/heap/heap_sequence.h"
#include "engine/heap/sparse/rare_heaps.h"
#include "engine/method/solvers/heap_solver.h"
#include "engine/plan/claims.h"
#include "engine/plan/solver.h"
#include "engine/position/typed_number.h"
#include "engine/study/sequence/formula_period.h"
#include "engine/study/sequence/sequence.h"

namespace bouton {
namespace {

constexpr std::size_t kMostMembers = 1'000'000;

std::optional<std::uint64_t> rare_heaps(const TakeAndBreak& code, Coordinate last, const Budget& budget) {
  HeapSequence sequence(code);
  sequence.extend(static_cast<std::uint64_t>(last), budget);
  return count_rare_heaps(code, sequence.values());
}

/// The started heaps of a game whose formula proves their period: of Grundy values, or of outcomes where it does not.
std::optional<HeapRun> started_heaps(const Game& game, Coordinate last, const Budget& budget) {
  for (const ValueKind kind : {ValueKind::grundy, ValueKind::outcome}) {
    if (kind == ValueKind::grundy && game.rules->play() != Play::normal) continue;
    std::optional<Period> period = started_period(game, kind, budget);
    if (!period) continue;
    Solver solver({game.rules}, budget);
    HeapRun run{.values = heap_sequence(game, solver, last, kind, budget),
                .known = static_cast<std::uint64_t>(last),
                .period = std::move(period),
                .certificate = {},
                .tail_certificate = {}};
    return run;
  }
  return std::nullopt;
}

/// A setting as a range, if it is one: LO:HI or LO:HI:STEP.
struct Range {
  Integer low, high, step = 1;
};

std::optional<Range> range_of(const std::string& setting) {
  const std::size_t colon = setting.find(':');
  if (colon == std::string::npos) return std::nullopt;
  const std::size_t second = std::min(setting.find(':', colon + 1), setting.size());
  const std::optional<Integer> low = parse_number(setting.substr(0, colon)),
                               high = parse_number(setting.substr(colon + 1, second - colon - 1));
  if (!low || !high) return std::nullopt;
  if (second == setting.size()) return Range{*low, *high};
  const std::optional<Integer> step = parse_number(setting.substr(second + 1));
  if (!step) return std::nullopt;
  return Range{*low, *high, *step};
}

/// The values of a setting: those of a range of integers, else the one that is typed.
std::vector<std::string> values_of(const std::string& setting) {
  const std::optional<Range> range = range_of(setting);
  if (!range) return {setting};
  if (range->step < 1) throw RequestError(fmt::format("the range {} has a step that is less than 1", setting));
  if (range->low > range->high || range->high - range->low >= widen_unsigned(kMostMembers) * range->step)
    throw RequestError(fmt::format("the range {} has no values, or more than {}", setting, kMostMembers));
  std::vector<std::string> values;
  for (Integer value = range->low; value <= range->high; value += range->step) values.push_back(value.get_str());
  return values;
}

/// The members of a family whose settings have ranges: every combination, the last setting fastest.
std::vector<FamilyMember> combinations(const FamilyMember& family) {
  std::vector<FamilyMember> members = {{family.game, {}}};
  for (const auto& [name, setting] : family.settings) {
    std::vector<FamilyMember> more;
    const std::vector<std::string> values = values_of(setting);
    if (members.size() * values.size() > kMostMembers)
      throw RequestError(fmt::format("the family has more than {} games", kMostMembers));
    for (const FamilyMember& member : members)
      for (const std::string& value : values) {
        more.push_back(member);
        more.back().settings.emplace_back(name, value);
      }
    members = std::move(more);
  }
  return members;
}

/// The rule files of a folder and of the folders in it, sorted.
std::vector<FamilyMember> members_in(const FamilyMember& folder) {
  std::vector<FamilyMember> members;
  std::error_code error;
  using std::filesystem::directory_options;
  std::filesystem::recursive_directory_iterator at(folder.game, directory_options::skip_permission_denied, error);
  for (; !error && at != std::filesystem::recursive_directory_iterator(); at.increment(error)) {
    if (at.depth() > 0) at.disable_recursion_pending();
    if (at->path().extension() == ".lua") members.push_back({at->path().generic_string(), folder.settings});
  }
  std::ranges::sort(members, {}, &FamilyMember::game);
  if (error) throw RequestError(fmt::format("cannot read {}: {}", folder.game, error.message()));
  if (members.empty()) throw RequestError(fmt::format("there are no rule files in {}", folder.game));
  return members;
}

}  // namespace

SurveyEntry survey(const Game& game, Coordinate last, const Budget& budget) {
  look_at_claims(game.rules, budget);
  SurveyEntry entry;
  if (const Result<TakeAndBreak> code = heap_description(*game.rules, budget)) {
    entry.heaps = run_heaps(game, {.last = last, .period = true, .checkpoint = {}}, budget);
    // A proof may have looked further than what was asked about.
    entry.heaps->known = std::min(entry.heaps->known, static_cast<std::uint64_t>(last));
    entry.largest = std::ranges::max(entry.heaps->values.cells);
    entry.rare = rare_heaps(*code, last, budget);
    return entry;
  }
  if ((entry.heaps = started_heaps(game, last, budget))) {
    if (entry.heaps->values.kind == ValueKind::grundy) entry.largest = std::ranges::max(entry.heaps->values.cells);
    return entry;
  }
  entry.theorem = find_theorem(game, {.dimensions = dimensions_of_theorem(game, std::nullopt)}, budget);
  return entry;
}

std::vector<std::string> codes_of(std::string_view pattern) {
  constexpr std::size_t kMostOpen = 6;
  const std::size_t point = pattern.find('.');
  const auto fits = [](char c) { return (c >= '0' && c <= '7') || c == 'd'; };
  const auto open = static_cast<std::size_t>(std::ranges::count(pattern, 'd'));
  if (point != 1 || (pattern[0] != '0' && pattern[0] != '4') || pattern.size() < 3 ||
      !std::ranges::all_of(pattern.substr(2), fits))
    throw RequestError(fmt::format("'{}' is not a family of codes such as 0.ddd or 4.0d", pattern));
  if (open > kMostOpen)
    throw RequestError(fmt::format("'{}' leaves {} digits open, but at most {} are possible", pattern, open, kMostOpen));
  std::vector<std::string> codes;
  for (std::uint32_t number = 0; number < std::uint32_t{1} << 3 * open; ++number) {
    std::string code(pattern);
    std::uint32_t digits = number;
    for (std::size_t i = code.size(); i-- > 0;) {
      if (code[i] != 'd') continue;
      code[i] = static_cast<char>('0' + digits % 8);
      digits /= 8;
    }
    codes.push_back(std::move(code));
  }
  return codes;
}

std::vector<FamilyMember> members_of(const FamilyMember& family) {
  constexpr std::string_view kCodes = "octal:";
  std::error_code error;
  if (!family.game.starts_with(kCodes))
    return std::filesystem::is_directory(family.game, error) ? members_in(family) : combinations(family);
  std::vector<FamilyMember> members;
  for (std::string& code : codes_of(std::string_view(family.game).substr(kCodes.size())))
    members.push_back({"octal", {{"code", std::move(code)}}});
  return members;
}

bool is_range(const std::string& setting) { return range_of(setting).has_value(); }

SurveyRow survey(const FamilyMember& member, const LoadMember& load, Coordinate last, const Budget& budget) {
  SurveyRow row{member, nullptr, {}, {}};
  try {
    std::shared_ptr<const Game> game = load(member);
    row.entry = survey(*game, last, budget);
    row.game = std::move(game);
  } catch (const Interrupted&) {
    throw;
  } catch (const Error& error) {
    row.error = error.what();
  }
  return row;
}

void check_family(const std::vector<FamilyMember>& members, const LoadMember& load, Coordinate last) {
  if (last < 1) throw RequestError("the last heap must be at least 1");
  try {
    load(members.at(0));
  } catch (const RuleError&) {}
}

void survey(const std::vector<FamilyMember>& members, const LoadMember& load, Coordinate last, const Budget& asked,
            const std::function<void(const SurveyRow&)>& visit) {
  check_family(members, load, last);
  Budget budget = asked;
  ProgressTotal progress(budget, "games", members.size());
  Budget alone = budget;
  alone.progress = {};
  for (std::size_t i = 0; i < members.size(); ++i) {
    budget.check_stop();
    visit(survey(members[i], load, last, alone));
    budget.report("games", i + 1, members.size());
  }
  progress.finish();
}

}  // namespace bouton
