#include "engine/entailing/entailing_heaps.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "engine/base/costs.h"
#include "engine/base/errors.h"
#include "engine/heap/code/recognise.h"
#include "engine/position/move_kind.h"

namespace bouton {
namespace {

constexpr std::array<MoveKind, 3> kKinds = {MoveKind::ordinary, MoveKind::again, MoveKind::entail};
constexpr std::array<const char*, 3> kNames = {"ordinary", "again", "entail"};

/// The block without the moves of other kinds.
Block moves_of_kind(const Block& block, MoveKind kind) {
  Block kept;
  for (const Statement& statement : block) {
    const bool is_move = statement.kind == Statement::Kind::option || statement.kind == Statement::Kind::split;
    if (is_move && kind_of(statement.label) != kind) continue;
    kept.push_back(statement);
    kept.back().body = moves_of_kind(statement.body, kind);
    kept.back().otherwise = moves_of_kind(statement.otherwise, kind);
  }
  return kept;
}

bool has_moves(const Block& block) {
  return has_kind(block, Statement::Kind::option) || has_kind(block, Statement::Kind::split);
}

}  // namespace

Result<EntailingCodes> entailing_codes(const Rules& rules, const Budget& budget) {
  const Domain& domain = rules.domain();
  if (!rules.obliges()) return Refusal{"no move obliges"};
  if (domain.is_piles() || domain.is_terms() || domain.dimensions() != 1)
    return Refusal{"the game has more than one coordinate"};
  if (domain.axis(0).least < 0) return Refusal{"there are heaps of negative size"};
  const Lifting lifting = rules.lifting(1);
  const MoveProgram* const moves = rules.obliging_moves(1);
  if (moves == nullptr) return Refusal{"the moves are not known as a program"};
  if (lifting.valid != nullptr || !lifting.valid_refusal.empty()) return Refusal{"not all heaps are valid"};
  EntailingCodes codes;
  for (std::size_t i = 0; i < kKinds.size(); ++i) {
    MoveProgram program = *moves;
    program.body = moves_of_kind(program.body, kKinds[i]);
    if (!has_moves(program.body)) continue;
    const Result<TakeAndBreak> code = recognise(program, domain.axis(0), budget);
    if (!code) return Refusal{fmt::format("moves of the kind {}: {}", kNames[i], code.reason()), code.refusal().line};
    if (code->most_heaps().value_or(3) > 2) return Refusal{"a move leaves more than two heaps"};
    codes[i] = *code;
  }
  return codes;
}

std::string to_string(const EntailingCodes& codes) {
  std::string text;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (codes[i] == TakeAndBreak()) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", kNames[i], codes[i].code());
  }
  return text.empty() ? "no move" : text;
}

EntailingHeaps::EntailingHeaps(EntailingCodes codes, const std::shared_ptr<MemoryAccount>& account)
    : codes_(std::move(codes)), values_(account), ends_(account), listed_(account), marks_(account) {
  marks_.resize(std::size_t{2} * kLoony);
}

void EntailingHeaps::extend(std::uint64_t last, const Budget& budget) {
  if (last > kGreatest)
    throw LimitError(fmt::format("heap {} is too large: heaps of moves that oblige are counted up to {}", last, kGreatest));
  constexpr std::uint64_t kReport = 256;
  while (values_.size() <= last) {
    budget.check_stop();
    if (values_.size() % kReport == 0) budget.report("heaps", values_.size(), last + 1, 1);
    add_heap(values_.size());
  }
}

/// Calls `visit` with the sum of the values of the heaps that each move of `code` leaves, at least kLoony where one is loony.
template <class Visit>
void EntailingHeaps::each_sum(const TakeAndBreak& code, std::uint64_t heap, Visit visit) const {
  const std::uint64_t most = std::min(heap, code.most_removed().value_or(heap));
  for (std::uint64_t removed = 0; removed <= most; ++removed) {
    const HeapCounts counts = code.digit(removed);
    const std::uint64_t rest = heap - removed;
    if (rest == 0) {
      if (counts.contains(0)) visit(std::uint16_t{0});
      continue;
    }
    if (counts.contains(1)) visit(values_[rest]);
    if (!counts.contains(2)) continue;
    const bool even = rest % 2 == 0;
    const bool equal = code.constraint() == HeapConstraint::none || code.constraint() == HeapConstraint::all_equal;
    if (even && equal) visit((values_[rest / 2] & kLoony) != 0 ? kLoony : std::uint16_t{0});
    if (code.constraint() == HeapConstraint::all_equal) continue;
    const std::uint16_t* const values = values_.data();
    // Two loony heaps would look like a sum of none: their high bits are added, not XORed.
    for (std::uint64_t a = 1; 2 * a < rest; ++a)
      visit(static_cast<std::uint16_t>((values[a] ^ values[rest - a]) | ((values[a] | values[rest - a]) & kLoony)));
  }
}

void EntailingHeaps::mark_ordinary(std::uint64_t heap) {
  std::uint8_t* const marks = marks_.data();
  each_sum(codes_[0], heap, [marks](std::uint16_t sum) { marks[sum] = 1; });
}

/// Takes the numbers that are marked, and the marks away.
void EntailingHeaps::collect_marked(NimberUnion& wins) {
  for (std::uint32_t number = 0; number < marked_below_; ++number)
    if (marks_[number] != 0) wins.add(number);
  std::fill_n(marks_.begin(), marked_below_, std::uint8_t{0});
}

void EntailingHeaps::add_heap(std::uint64_t heap) {
  NimberUnion wins;
  mark_ordinary(heap);
  collect_marked(wins);
  each_sum(codes_[1], heap, [&](std::uint16_t sum) {
    if (sum >= kLoony) wins.add_all();
    else wins.add_all_but(sum);
  });
  const std::uint64_t most = std::min(heap, codes_[2].most_removed().value_or(heap));
  for (std::uint64_t removed = 1; removed <= most; ++removed) {
    const HeapCounts counts = codes_[2].digit(removed);
    if (counts.contains(removed == heap ? 0 : 1)) wins.add_complement(this->wins(heap - removed));
  }
  const NimberSet set = wins.take();
  const std::optional<Grundy> value = set.mex();
  if (value && *value >= kLoony)
    throw LimitError(fmt::format("the value of heap {} is {}, and heaps are counted up to value {}", heap, *value, kLoony - 1));
  for (const Grundy number : set.listed()) listed_.push_back(static_cast<std::uint16_t>(number));
  ends_.push_back({listed_.size(), set.is_cofinite()});
  values_.push_back(static_cast<std::uint16_t>(value.value_or(kLoony)));
  if (value) marked_below_ = std::max(marked_below_, std::bit_ceil(*value + 1));
}

NimberSet EntailingHeaps::wins(std::uint64_t heap) const {
  const std::uint64_t first = heap == 0 ? 0 : ends_[heap - 1].end;
  const auto begin = listed_.begin() + static_cast<std::ptrdiff_t>(first);
  const auto end = listed_.begin() + static_cast<std::ptrdiff_t>(ends_[heap].end);
  return {std::vector<Grundy>(begin, end), ends_[heap].cofinite != 0};
}

double EntailingHeaps::seconds(std::uint64_t last) const {
  const auto from = static_cast<double>(values_.size()), to = static_cast<double>(last);
  if (to < from) return costs::kAtHand;
  constexpr double kPair = 0.6e-9, kHeap = 1e-6;
  const bool divides = codes_[0].most_heaps().value_or(0) == 2 || codes_[1].most_heaps().value_or(0) == 2;
  const double places =
      static_cast<double>(std::max<std::size_t>(1, std::max(codes_[0].digits().size(), codes_[1].digits().size())));
  return (to - from) * kHeap + (divides ? places * kPair * (to * to - from * from) / 4 : 0);
}

}  // namespace bouton
