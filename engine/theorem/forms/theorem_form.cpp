#include "engine/theorem/forms/theorem_form.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/automata/row_reader.h"
#include "engine/theorem/forms/plain.h"

namespace bouton {
namespace {

/// What one question may take.
constexpr std::size_t kMostStates = 400'000;
constexpr std::uint64_t kMostSteps = 2'000'000'000;
/// Coordinates of options have words no longer than those of the position by more than this.
constexpr std::size_t kMoreDigits = 64;

Integer value_of(const Affine& form, const BigPosition& variables) {
  Integer value = widen(form.constant);
  for (const auto& [variable, coefficient] : form.terms) value += widen(coefficient) * variables[variable];
  return value;
}

class TheoremForm final : public ClosedForm {
 public:
  TheoremForm(Domain domain, GameFormula formula, Theorem theorem, std::vector<std::string> labels, const Budget& budget)
      : ClosedForm(std::move(domain)),
        formula_(std::move(formula)),
        theorem_(std::move(theorem)),
        labels_(std::move(labels)),
        budget_(budget) {
    AutomataWorkspace workspace(budget_, kMostStates, kMostSteps);
    for (std::size_t sheet = 0; sheet < formula_.sheets(); ++sheet)
      valid_.push_back(union_of(formula_.valid(sheet), formula_.tracks().size(), theorem_.system, workspace));
  }

  Play play() const override { return formula_.play(); }
  std::string theorem() const override {
    if (!text_) text_ = found_text();
    return *text_;
  }

  std::optional<double> steps_to_positions(const Box& box) override;
  void find_positions(const Box& box, const std::function<void(PositionView)>& visit) override;

 private:
  /// In plain words where there are some that fit a line.
  std::string found_text() const {
    constexpr std::size_t kMostWords = 120;
    std::size_t states = 0;
    for (const Automaton& automaton : theorem_.p_positions()) states += automaton.states();
    std::string text =
        fmt::format("an automaton of {} states that reads {} tells the P-positions", states, theorem_.system.text());
    if (formula_.sheets() == 1) {
      std::vector<std::string> names;
      for (const std::size_t track : formula_.tracks()) names.push_back(domain().coordinate_name(track));
      AutomataWorkspace workspace(budget_, kMostStatesOfWords, kMostStepsOfWords);
      std::optional<PlainStatement> plain;
      within_limits([&] { plain = PlainWords(names).about(theorem_.p_positions()[0], workspace); });
      if (plain && plain->sentence.size() <= kMostWords)
        text = fmt::format("a position is P where {}; {}", plain->sentence, text);
    }
    return "proved from the rule: " + text;
  }

  /// An option that wins, with its place in the rule's order.
  struct Found {
    std::vector<Integer> order;
    Label label;
    BigPosition to;
  };

  std::optional<std::string> invalid(const BigPosition& position) const override {
    const std::optional<GameFormula::Place> place = formula_.place_of(position);
    if (place && valid_[place->sheet].accepts(word_of(*place))) return std::nullopt;
    return "is not valid";
  }
  Result<Outcome> find_outcome(const BigPosition& position) override {
    const GameFormula::Place place = *formula_.place_of(position);
    return theorem_.p_positions()[place.sheet].accepts(word_of(place)) ? Outcome::P : Outcome::N;
  }
  Result<WinningMoves> find_winning_moves(const BigPosition& position, std::size_t at_most) override;
  /// The digits of the numbers, which take the longest to find: those of the last place are kept.
  const Word& word_of(const GameFormula::Place& place) const {
    if (last_numbers_ != place.numbers || last_sheet_ != place.sheet) {
      last_word_ = theorem_.p_positions()[place.sheet].word_of(place.numbers);
      last_numbers_ = place.numbers;
      last_sheet_ = place.sheet;
    }
    return last_word_;
  }
  /// The winning options that a clause names, and whether these are all of them.
  void add_winning(const Clause& clause, const BigPosition& from, std::size_t at_most, AutomataWorkspace& workspace,
                   std::vector<Found>& found, bool& complete) const;

  /// The last coordinate that is a number, and not one of a few values.
  std::size_t row_axis() const { return *std::ranges::max_element(formula_.tracks()); }
  static Coordinate greatest_of(const Box& box) { return *std::ranges::max_element(box.high()); }

  GameFormula formula_;
  Theorem theorem_;
  std::vector<std::string> labels_;
  std::vector<Automaton> valid_;
  const Budget& budget_;
  mutable std::optional<std::string> text_;
  mutable Word last_word_;
  mutable BigPosition last_numbers_;
  mutable std::size_t last_sheet_ = SIZE_MAX;
};

void TheoremForm::add_winning(const Clause& clause, const BigPosition& from, std::size_t at_most, AutomataWorkspace& workspace,
                              std::vector<Found>& found, bool& complete) const {
  Conjunction moves = conjunction_of(clause.moves, theorem_.system, clause.moves.variables);
  moves.add(theorem_.p_positions()[clause.to], clause.target);
  const Conjunction::Solutions solutions = moves.solutions(from, kMoreDigits, at_most + 1, workspace);
  complete = complete && solutions.complete;
  for (const BigPosition& variables : solutions.values) {
    GameFormula::Place to{clause.to, {}};
    for (const std::size_t variable : clause.target) to.numbers.push_back(variables[variable]);
    found.push_back({{}, clause.label, formula_.position_of(to)});
    for (const Affine& form : clause.order) found.back().order.push_back(value_of(form, variables));
  }
}

Result<WinningMoves> TheoremForm::find_winning_moves(const BigPosition& position, std::size_t at_most) {
  const GameFormula::Place place = *formula_.place_of(position);
  std::vector<Found> found;
  bool complete = true;
  AutomataWorkspace workspace(budget_, kMostStates, kMostSteps);
  const bool within = within_limits([&] {
    for (const Clause& clause : formula_.clauses())
      if (clause.from == place.sheet) add_winning(clause, place.numbers, at_most, workspace, found, complete);
  });
  if (!within) return Refusal{"the winning moves take automata that are too large"};
  std::ranges::stable_sort(found, [](const Found& a, const Found& b) {
    return std::ranges::lexicographical_compare(a.order, b.order, [](const Integer& x, const Integer& y) { return x < y; });
  });
  WinningMoveList list(at_most);
  std::vector<const BigPosition*> listed;
  for (Found& option : found) {
    if (std::ranges::any_of(listed, [&](const BigPosition* other) { return *other == option.to; })) continue;
    listed.push_back(&option.to);
    list.add(option.label < labels_.size() ? labels_[option.label] : "", option.to);
  }
  WinningMoves moves = list.take();
  moves.complete = moves.complete && complete;
  return moves;
}

std::optional<double> TheoremForm::steps_to_positions(const Box& box) {
  constexpr double kAlways = 200;  // for the digits of a row, and for about one position of it that is found
  constexpr Coordinate kGreatest = Coordinate{1} << 56;
  if (formula_.tracks().empty() || greatest_of(box) >= kGreatest) return std::nullopt;
  double steps = 0;
  const std::size_t axis = row_axis();
  const auto track = static_cast<std::size_t>(std::ranges::find(formula_.tracks(), axis) - formula_.tracks().begin());
  for (const Automaton& set : theorem_.p_positions())
    steps = std::max(steps, static_cast<double>(RowReader(set, track, greatest_of(box)).steps_of_row()) + kAlways);
  return steps * static_cast<double>(box.size() / box.length(axis));
}

/// Rows along the last coordinate that is a number: of those behind it, which have a few values, each has rows of its own, and
/// what these find is put in order.
void TheoremForm::find_positions(const Box& box, const std::function<void(PositionView)>& visit) {
  const std::size_t axis = row_axis();
  const std::vector<std::size_t>& tracks = formula_.tracks();
  const auto track = static_cast<std::size_t>(std::ranges::find(tracks, axis) - tracks.begin());
  std::vector<RowReader> readers;
  std::vector<bool> all_valid;
  AutomataWorkspace workspace(budget_, kMostStates, kMostSteps);
  for (const Automaton& set : theorem_.p_positions()) {
    all_valid.push_back(combined(set, valid_[readers.size()], SetOperation::first_only, workspace).empty());
    readers.emplace_back(set, track, greatest_of(box));
  }
  const std::ptrdiff_t behind = static_cast<std::ptrdiff_t>(axis) + 1;
  const Box last(Position(PositionView(box.low()).subspan(axis + 1)), Position(PositionView(box.high()).subspan(axis + 1)));
  Position high = box.high();
  high[axis] = box.low()[axis];
  for (std::size_t i = axis + 1; i < high.size(); ++i) high[i] = box.low()[i];
  const Box rows(box.low(), high);
  std::vector<Position> found;
  std::vector<Coordinate> numbers(tracks.size());
  Position position = rows.low();
  std::uint64_t looked = 0;
  do {
    budget_.check_stop_at(looked++);
    found.clear();
    Position rest = last.low();
    do {
      std::copy(rest.begin(), rest.end(), position.begin() + behind);
      std::size_t sheet = 0;
      if (tracks.size() < position.size()) {
        const std::optional<GameFormula::Place> place = formula_.place_of(widen(position));
        if (!place) continue;
        sheet = place->sheet;
      }
      for (std::size_t i = 0; i < tracks.size(); ++i) numbers[i] = position[tracks[i]];
      readers[sheet].read(numbers, box.low()[axis], box.high()[axis], [&](Coordinate number) {
        position[axis] = number;
        if (all_valid[sheet] || !invalid(widen(position))) found.push_back(position);
      });
      position[axis] = box.low()[axis];
    } while (last.next(rest));
    if (last.size() > 1) std::ranges::sort(found);
    for (const Position& one : found) visit(one);
    std::copy(last.low().begin(), last.low().end(), position.begin() + behind);
  } while (rows.next(position));
}

}  // namespace

std::unique_ptr<ClosedForm> theorem_form(Domain domain, GameFormula formula, Theorem theorem, std::vector<std::string> labels,
                                         const Budget& budget) {
  return std::make_unique<TheoremForm>(std::move(domain), std::move(formula), std::move(theorem), std::move(labels), budget);
}

}  // namespace bouton
