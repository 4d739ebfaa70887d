#include "engine/study/winning_moves.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/closed_form/closed_form.h"
#include "engine/closed_form/heaps/board_of_heads.h"
#include "engine/closed_form/heaps/tartan.h"
#include "engine/closed_form/registry/registry.h"
#include "engine/heap/option_counts.h"
#include "engine/method/solvers/formulas.h"
#include "engine/method/solvers/heap_solver.h"
#include "engine/plan/claims.h"
#include "engine/rules/coin_turning.h"

namespace bouton {
namespace {

/// Heaps up to so large have a table.
constexpr Coordinate kMostOfTable = Coordinate{1} << 26;
/// Formulas are asked about so many positions of a box, and for so many moves from each.
constexpr std::uint64_t kMostOfFormula = std::uint64_t{1} << 26;
constexpr std::size_t kMostMovesOfFormula = 1'000'000;
/// The options of larger heaps are counted by the code of the game, where it has one.
constexpr Coordinate kMostOfListedHeap = 20'000;
/// Without a period, values are counted up to so large heaps for that.
constexpr Coordinate kMostOfCodedHeap = Coordinate{1} << 27;
/// Boxes of other positions are gone through one by one, up to so many.
constexpr std::uint64_t kMostListedPositions = 1'000;
/// More components than so many are many.
constexpr std::size_t kManyComponents = 30;

/// The formula that the rules name, under normal play; else null.
std::unique_ptr<ClosedForm> form_of(const Rules& rules, const Budget& budget) {
  const ClosedFormBinding* const binding = rules.closed_form();
  if (binding == nullptr) return nullptr;
  Result<std::unique_ptr<ClosedForm>> form = make_closed_form(binding->name, binding->arguments, budget);
  return form && (*form)->play() == Play::normal ? *std::move(form) : nullptr;
}

/// Moves of coins without a name of their own are known by where the coins lie.
std::string kind_of_move(const Rules& rules, std::string_view label, const std::string& positions) {
  if (!rules.heads_cancel() || (!label.empty() && label != kTurn)) return std::string(label);
  return fmt::format("{} {}", kTurn, positions);
}

/// Calls `visit` with each position of the box, in order.
template <class Visit>
void for_each_position(const ComponentBox& box, Visit visit) {
  BigPosition at = box.low;
  while (true) {
    visit(at);
    std::size_t i = at.size();
    while (i > 0 && at[i - 1] == box.high[i - 1]) {
      at[i - 1] = box.low[i - 1];
      --i;
    }
    if (i == 0) return;
    at[i - 1] += 1;
  }
}

/// A part of the sum, whose winning moves are counted once its value and that of the sum are known.
class Part {
 public:
  virtual ~Part() = default;
  Part() = default;
  Part(const Part&) = delete;
  Part& operator=(const Part&) = delete;

  virtual const Integer& value() const = 0;
  /// Moves that change the value of the component that they are made in by `change`, which is not 0, so many times.
  virtual void count(const Integer& change, const Integer& times, MoveCounts& counts) = 0;

 protected:
  static void add(std::string label, const Integer& moves, MoveCounts& counts) {
    counts.all += moves;
    counts.by_label[std::move(label)] += moves;
  }
};

/// Heads of coins.
class HeadsPart final : public Part {
 public:
  HeadsPart(const Rules& rules, std::string text, BoardOfHeads board)
      : rules_(rules), text_(std::move(text)), board_(std::move(board)), value_(widen_unsigned(board_.value())) {}

  const Integer& value() const override { return value_; }
  void count(const Integer& change, const Integer& times, MoveCounts& counts) override {
    const std::optional<std::uint64_t> narrowed = narrow_unsigned(change);
    if (!narrowed) return;  // changes of numbers of 64 bits have no more
    for (const auto& [label, moves] : board_.moves_that_change(*narrowed))
      add(kind_of_move(rules_, label, text_), moves * times, counts);
  }

 private:
  const Rules& rules_;
  std::string text_;
  BoardOfHeads board_;
  Integer value_;
};

/// Positions whose values and moves a formula tells.
class FormulaPart final : public Part {
 public:
  FormulaPart(ComponentBox box, std::shared_ptr<ClosedForm> form, Integer value, const Budget& budget)
      : box_(std::move(box)), form_(std::move(form)), value_(std::move(value)), budget_(budget) {}

  const Integer& value() const override { return value_; }
  void count(const Integer& change, const Integer& times, MoveCounts& counts) override {
    for_each_position(box_, [&](const BigPosition& at) {
      budget_.check_stop();
      const Integer wanted = *form_->grundy(at) ^ change;
      const Result<WinningMoves> found = ask_formula([&] { return form_->moves_to_value(at, wanted, kMostMovesOfFormula); });
      if (!found || !found->complete)
        throw LimitError(fmt::format("the moves from {} are too many to be found one by one", to_string(at)));
      for (const WinningMove& move : found->moves) add(move.label, times, counts);
    });
  }

 private:
  ComponentBox box_;
  std::shared_ptr<ClosedForm> form_;
  Integer value_;
  Budget budget_;
};

/// Heaps of a range, by the table of all values.
class HeapsPart final : public Part {
 public:
  HeapsPart(const Rules& rules, std::shared_ptr<const Table> values, Coordinate low, Coordinate high, const Budget& budget)
      : rules_(rules), values_(std::move(values)), low_(low), high_(high), budget_(budget) {
    std::uint32_t all = 0;
    for (Coordinate heap = low; heap <= high; ++heap) all ^= of(heap);
    value_ = widen_unsigned(all);
  }

  const Integer& value() const override { return value_; }
  void count(const Integer& change, const Integer& times, MoveCounts& counts) override {
    const std::optional<std::uint64_t> wanted = narrow_unsigned(change);
    if (!wanted) return;
    std::map<Label, std::uint64_t> by_label;
    Options listed;
    for (Coordinate heap = low_; heap <= high_; ++heap) {
      const std::uint32_t own = of(heap);
      listed.clear();
      rules_.options(Position{heap}, listed);
      const Options options = listed.unique();
      for (std::size_t i = 0; i < options.size(); ++i) {
        budget_.check_stop_at(i);
        std::uint64_t changed = own;
        for (std::size_t part = 0; part < options[i].size(); ++part) {
          if (options[i][part][0] > values_->box.high()[0]) throw LimitError("moves that make heaps larger are not counted");
          changed ^= of(options[i][part][0]);
        }
        if (changed == *wanted) ++by_label[options[i].label()];
      }
    }
    for (const auto& [label, moves] : by_label)
      add(std::string(rules_.label_name(label)), widen_unsigned(moves) * times, counts);
  }

 private:
  std::uint32_t of(Coordinate heap) const {
    return values_->cells[static_cast<std::size_t>(heap - rules_.domain().axis(0).least)];
  }

  const Rules& rules_;
  std::shared_ptr<const Table> values_;
  Coordinate low_, high_;
  Budget budget_;
  Integer value_;
};

/// The names of the moves of a take-and-break game, by what they do.
using CodeLabels = std::map<HeapOptionCounts::Kind, std::string>;

/// The names that the rules give the moves of small heaps; nothing where moves that do the same have several names, or are not
/// the options of the code, each once.
std::optional<CodeLabels> labels_of_code(const Rules& rules, const TakeAndBreak& code) {
  constexpr Coordinate kSmallHeaps = 100;
  using Heaps = std::vector<Coordinate>;
  const auto heaps_of = [](const Options::Option& option) {
    Heaps heaps;
    for (std::size_t part = 0; part < option.size(); ++part)
      if (option[part][0] > 0) heaps.push_back(option[part][0]);
    std::ranges::sort(heaps);
    return heaps;
  };
  CodeLabels labels;
  const Coordinate last = static_cast<Coordinate>(*code.most_removed()) + kSmallHeaps;
  for (Coordinate heap = rules.domain().axis(0).least; heap <= last; ++heap) {
    Options listed, expected;
    rules.options(Position{heap}, listed);
    code.options(heap, expected);
    const Options options = listed.unique();
    std::multiset<Heaps> of_rules, of_code;
    for (std::size_t i = 0; i < expected.size(); ++i) of_code.insert(heaps_of(expected[i]));
    for (std::size_t i = 0; i < options.size(); ++i) {
      const Heaps heaps = heaps_of(options[i]);
      const Coordinate left = std::accumulate(heaps.begin(), heaps.end(), Coordinate{0});
      const std::string label(rules.label_name(options[i].label()));
      const auto [known, is_new] = labels.try_emplace({static_cast<std::uint64_t>(heap - left), heaps.size()}, label);
      if (!is_new && known->second != label) return std::nullopt;
      of_rules.insert(heaps);
    }
    if (of_rules != of_code) return std::nullopt;
  }
  return labels;
}

/// A take-and-break game whose heaps are large.
struct CodedGame {
  HeapOptionCounts counts;
  CodeLabels labels;
};

/// Heaps of a range, by the code of the game.
class CodedHeapsPart final : public Part {
 public:
  CodedHeapsPart(std::shared_ptr<const CodedGame> game, ComponentBox box, const Budget& budget)
      : game_(std::move(game)), box_(std::move(box)), budget_(budget) {
    std::uint32_t all = 0;
    for_each_position(box_, [&](const BigPosition& at) {
      budget_.check_stop();
      all ^= game_->counts.value(at[0]);
    });
    value_ = widen_unsigned(all);
  }

  const Integer& value() const override { return value_; }
  void count(const Integer& change, const Integer& times, MoveCounts& counts) override {
    const std::optional<std::uint64_t> wanted = narrow_unsigned(change);
    if (!wanted) return;
    std::map<HeapOptionCounts::Kind, Integer> all;
    for_each_position(box_, [&](const BigPosition& at) {
      budget_.check_stop();
      for (const auto& [kind, number] : game_->counts.with_value(at[0], game_->counts.value(at[0]) ^ *wanted))
        all[kind] += number;
    });
    for (const auto& [kind, number] : all) add(game_->labels.at(kind), number * times, counts);
  }

 private:
  std::shared_ptr<const CodedGame> game_;
  ComponentBox box_;
  Budget budget_;
  Integer value_;
};

/// One position whose moves are listed with their values.
class ListedPart final : public Part {
 public:
  ListedPart(const Rules& rules, std::string text, Solver& solver, Component component, Integer value)
      : rules_(rules), text_(std::move(text)), solver_(solver), component_(std::move(component)), value_(std::move(value)) {}

  const Integer& value() const override { return value_; }
  void count(const Integer& change, const Integer& times, MoveCounts& counts) override {
    const Nimber wanted{Integer(value_ ^ change)};
    for (const MoveValue& move : solver_.moves({component_}))
      if (move.value.grundy == wanted) add(kind_of_move(rules_, move.move.label, text_), times, counts);
  }

 private:
  const Rules& rules_;
  std::string text_;
  Solver& solver_;
  Component component_;
  Integer value_;
};

class MoveCounting {
 public:
  MoveCounting(const Games& games, Solver& solver, const Budget& budget)
      : games_(games),
        solver_(solver),
        budget_(budget),
        strips_(games.size()),
        tables_(games.size()),
        forms_(games.size()),
        heap_solvers_(games.size()),
        coded_games_(games.size()),
        coded_to_(games.size()) {}

  Result<CountedMoves> count(const std::vector<ComponentBox>& boxes) {
    for (const std::shared_ptr<const Game>& game : games_)
      if (game->rules->play() != Play::normal || game->rules->obliges() || game->rules->blocking() > 0)
        return Refusal{"values add up under normal play, where nothing obliges and nothing is forbidden"};
    look_at_claims(rules_of(games_), budget_);
    // A table of all smaller heaps is worth its while for many.
    makes_tables_ = boxes.size() > kManyComponents || !std::ranges::all_of(boxes, &ComponentBox::is_one_position);
    std::vector<ComponentBox> others;
    for (const ComponentBox& box : boxes) {
      const std::optional<Refusal> refusal = note(box);
      if (!refusal) continue;
      if (box.size() > widen_unsigned(kMostListedPositions)) return *refusal;
      others.push_back(box);
    }
    if (parts_.empty()) return Refusal{"there is only a list of the moves"};
    for (const ComponentBox& box : others)
      if (std::optional<Refusal> refusal = note_listed(box)) return *std::move(refusal);
    return counted();
  }

 private:
  static constexpr const char* kListed = "lists of moves";
  struct Times {
    std::unique_ptr<Part> part;
    Integer times;
  };
  using Key = std::tuple<std::size_t, BigPosition, BigPosition>;

  /// Why the box is not counted, or nothing.
  std::optional<Refusal> note(const ComponentBox& box) {
    if (const auto known = parts_.find(Key{box.game, box.low, box.high}); known != parts_.end()) {
      known->second.times += 1;
      return std::nullopt;
    }
    Result<std::unique_ptr<Part>> part = part_of(*games_[box.game]->rules, box);
    if (!part) return part.refusal();
    parts_.emplace(Key{box.game, box.low, box.high}, Times{*std::move(part), 1});
    return std::nullopt;
  }

  Result<std::unique_ptr<Part>> part_of(const Rules& rules, const ComponentBox& box) {
    if (rules.heads_cancel()) return heads(rules, box);
    if (Result<std::unique_ptr<Part>> part = by_formula(rules, box)) return part;
    const Domain& domain = rules.domain();
    if (domain.is_piles() || domain.shape() != nullptr || domain.dimensions() != 1)
      return Refusal{"it is no game of heaps of one number each"};
    if (box.high[0] > widen(kMostOfListedHeap))
      if (Result<std::unique_ptr<Part>> part = coded_heaps(box)) return part;
    return heaps(rules, box);
  }

  Result<std::unique_ptr<Part>> heads(const Rules& rules, const ComponentBox& box) {
    std::vector<std::unique_ptr<StripValues>>& strips = strips_[box.game];
    if (strips.empty()) make_strips(box.game, strips);
    if (strips.empty()) return Refusal{"its values are not those of strips"};
    std::vector<StripValues::Heads> heads;
    for (std::size_t i = 0; i < strips.size(); ++i) {
      Result<StripValues::Heads> found = strips[i]->heads(box.low[i], box.high[i]);
      if (!found) return found.refusal();
      heads.push_back(*std::move(found));
    }
    methods_.insert("distributions of values");
    if (strips.size() > 1) note_theorem(tartan_theorem());
    return std::unique_ptr<Part>(std::make_unique<HeadsPart>(rules, box.text(), BoardOfHeads(heads, budget_)));
  }

  /// Each is named once.
  void note_theorem(const std::string& theorem) {
    if (theorem_.find(theorem) == std::string::npos) theorem_ += (theorem_.empty() ? "" : "; ") + theorem;
  }

  void make_strips(std::size_t game, std::vector<std::unique_ptr<StripValues>>& strips) {
    std::vector<std::shared_ptr<const Rules>> rules(games_[game]->rules->strips().begin(), games_[game]->rules->strips().end());
    if (rules.empty()) rules.push_back(games_[game]->rules);
    if (rules.size() == 1 && rules[0]->domain().dimensions() != 1) return;
    for (const std::shared_ptr<const Rules>& strip : rules)
      strips.push_back(std::make_unique<StripValues>(strip, form_of(*strip, budget_), budget_));
  }

  Result<std::unique_ptr<Part>> by_formula(const Rules& rules, const ComponentBox& box) {
    std::shared_ptr<ClosedForm>& form = forms_[box.game];
    if (!form) form = form_of(rules, budget_);
    if (!form) return Refusal{"no formula tells the values"};
    if (box.size() > widen_unsigned(kMostOfFormula)) return Refusal{"so many positions are not asked about"};
    Integer value = 0;
    std::optional<Refusal> refusal;
    for_each_position(box, [&](const BigPosition& at) {
      if (refusal) return;
      budget_.check_stop();
      const Result<Integer> own = ask_formula([&] { return form->grundy(at); });
      const Result<WinningMoves> moves = ask_formula([&] { return form->moves_to_value(at, 1, 0); });
      if (own && moves) value ^= *own;
      else refusal = own ? moves.refusal() : own.refusal();
    });
    if (refusal) return *std::move(refusal);
    methods_.insert("formula");
    note_theorem(form->theorem());
    return std::unique_ptr<Part>(std::make_unique<FormulaPart>(box, form, std::move(value), budget_));
  }

  Result<std::unique_ptr<Part>> coded_heaps(const ComponentBox& box) {
    if (box.size() > widen_unsigned(kMostOfFormula)) return Refusal{"so many heaps are not gone through"};
    const Result<std::shared_ptr<const CodedGame>> game = coded_game(box);
    if (!game) return game.refusal();
    methods_.insert("the code of the moves");
    return std::unique_ptr<Part>(std::make_unique<CodedHeapsPart>(*game, box, budget_));
  }

  Result<std::shared_ptr<const CodedGame>> coded_game(const ComponentBox& box) {
    std::unique_ptr<HeapSolver>& heaps = heap_solvers_[box.game];
    if (!heaps) heaps = std::make_unique<HeapSolver>(rules_of({games_[box.game]}), budget_);
    if (!heaps->applies(0)) return Refusal{heaps->refusal(0)};
    const TakeAndBreak& code = heaps->description(0);
    if (const Result<HeapOptionCounts> asked = HeapOptionCounts::of(code, {}, std::nullopt, budget_); !asked)
      return asked.refusal();
    std::shared_ptr<const CodedGame>& coded = coded_games_[box.game];
    if (coded && (heaps->period(0) || box.high[0] <= coded_to_[box.game])) return coded;
    const std::optional<CodeLabels> labels = labels_of_code(*games_[box.game]->rules, code);
    if (!labels) return Refusal{"the kinds of its moves are not those of its code"};
    try {
      heaps->grundy(0, box.high[0]);  // which looks for a period
    } catch (const LimitError& error) {
      return Refusal{error.what()};
    }
    std::optional<Period> period = heaps->period(0);
    if (period && period->saltus != 0) period.reset();
    if (!period && box.high[0] > widen(kMostOfCodedHeap)) return Refusal{"no period of the values is known"};
    const Integer last = period ? widen_unsigned(HeapOptionCounts::values_needed(*period)) : box.high[0];
    Table table = empty_table(Box(Position{0}, Position{*narrow(last)}), ValueKind::grundy, budget_);
    heaps->fill(0, table);
    Result<HeapOptionCounts> counts = HeapOptionCounts::of(code, std::move(table.cells), std::move(period), budget_);
    if (!counts) return counts.refusal();
    coded_to_[box.game] = box.high[0];
    return coded = std::make_shared<const CodedGame>(CodedGame{*std::move(counts), *labels});
  }

  Result<std::unique_ptr<Part>> heaps(const Rules& rules, const ComponentBox& box) {
    if (!makes_tables_) return Refusal{"a table of all smaller heaps is for many heaps"};
    const Domain& domain = rules.domain();
    const std::optional<Coordinate> low = narrow(box.low[0]), high = narrow(box.high[0]);
    if (!high || *high - domain.axis(0).least >= kMostOfTable) return Refusal{"so large heaps have no table of values"};
    const std::shared_ptr<const Table> table = table_up_to(box.game, *high);
    if (!table->loopy.empty()) return Refusal{"not all values are finite"};
    for (Coordinate heap = *low; heap <= *high; ++heap)
      if (!table->valid(static_cast<std::uint64_t>(heap - domain.axis(0).least)))
        return Refusal{fmt::format("{} is no position", heap)};
    methods_.insert("the Grundy values of a table");
    return std::unique_ptr<Part>(std::make_unique<HeapsPart>(rules, table, *low, *high, budget_));
  }

  /// The values of all heaps up to that one; of larger ones, too, once these were asked for.
  std::shared_ptr<const Table> table_up_to(std::size_t game, Coordinate heap) {
    std::shared_ptr<const Table>& table = tables_[game];
    if (!table || table->box.high()[0] < heap) {
      const Coordinate least = games_[game]->rules->domain().axis(0).least;
      Table found = Solver({games_[game]->rules}, budget_).table(Box(Position{least}, Position{heap}), ValueKind::grundy);
      table = std::make_shared<const Table>(std::move(found));
    }
    return table;
  }

  std::optional<Refusal> note_listed(const ComponentBox& box) {
    for (const Component& component : listed_components({box}, kMostListedPositions)) {
      Times& times = parts_[Key{box.game, component.position, component.position}];
      times.times += 1;
      if (times.part) continue;
      if (!narrow(component.position)) return Refusal{"moves from positions beyond 64 bits are not counted"};
      const std::optional<Nimber> value = solver_.grundy({component});
      if (!value || !value->is_finite()) return Refusal{"not all values are finite"};
      methods_.insert(kListed);
      times.part = std::make_unique<ListedPart>(*games_[box.game]->rules,
                                                ComponentBox{box.game, component.position, component.position}.text(), solver_,
                                                component, value->value());
    }
    return std::nullopt;
  }

  CountedMoves counted() {
    Integer total = 0;
    for (const auto& [key, times] : parts_)
      if (mpz_odd_p(times.times.get_mpz_t()) != 0) total ^= times.part->value();
    CountedMoves result{Nimber(total), {}, {}, theorem_};
    for (const std::string& method : methods_) result.by += (result.by.empty() ? "" : " and ") + method;
    if (total == 0) return result;
    for (const auto& [key, times] : parts_) times.part->count(total, times.times, result.winning);
    return result;
  }

  const Games& games_;
  Solver& solver_;
  Budget budget_;
  std::vector<std::vector<std::unique_ptr<StripValues>>> strips_;  ///< of each game of coins
  std::vector<std::shared_ptr<const Table>> tables_;               ///< of each game of heaps
  std::vector<std::shared_ptr<ClosedForm>> forms_;                 ///< of each game that has one
  std::vector<std::unique_ptr<HeapSolver>> heap_solvers_;          ///< of each take-and-break game
  std::vector<std::shared_ptr<const CodedGame>> coded_games_;      ///< likewise, once its heaps are large
  std::vector<Integer> coded_to_;                                  ///< up to which heap, where there is no period
  bool makes_tables_ = false;
  std::map<Key, Times> parts_;
  std::set<std::string> methods_;
  std::string theorem_;
};

}  // namespace

Integer ComponentBox::size() const {
  Integer size = 1;
  for (std::size_t i = 0; i < low.size(); ++i) size *= high[i] - low[i] + 1;
  return size;
}

std::string ComponentBox::text() const {
  std::string text;
  for (std::size_t i = 0; i < low.size(); ++i) {
    if (i > 0) text += ",";
    text += low[i].get_str();
    if (low[i] != high[i]) text += ":" + high[i].get_str();
  }
  return text;
}

Sum listed_components(const std::vector<ComponentBox>& boxes, std::uint64_t most) {
  Integer all = 0;
  for (const ComponentBox& box : boxes) all += box.size();
  if (all > widen_unsigned(most))
    throw LimitError(
        fmt::format("the positions of the sum are too many to be listed: {}, but at most {}", all.get_str(), most));
  Sum sum;
  for (const ComponentBox& box : boxes) for_each_position(box, [&](const BigPosition& at) { sum.push_back({box.game, at}); });
  return sum;
}

MoveCounts counts_of(const Games& games, const Sum& sum, const std::vector<Move>& moves) {
  MoveCounts counts;
  counts.all = widen_unsigned(moves.size());
  for (const Move& move : moves) {
    const bool of_one = move.component < sum.size();
    const Component& component = sum[of_one ? move.component : 0];
    const ComponentBox box{component.game, component.position, component.position};
    counts.by_label[kind_of_move(*games[component.game]->rules, move.label, box.text())] += 1;
  }
  return counts;
}

Result<CountedMoves> count_winning_moves(const Games& games, Solver& solver, const std::vector<ComponentBox>& boxes,
                                         const Budget& budget) {
  return MoveCounting(games, solver, budget).count(boxes);
}

}  // namespace bouton
