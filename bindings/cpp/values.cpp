#include <algorithm>

#include <fmt/format.h>

#include "bindings/cpp/impl.h"

namespace bouton {
inline namespace v1 {
namespace {

/// Whether a number that is not empty is less than 0.
bool is_negative(const std::string& digits) { return digits.front() == '-'; }

/// The numbers joined by commas.
template <class Numbers>
std::string joined(const Numbers& numbers) {
  std::string text;
  for (const Integer& number : numbers) {
    if (!text.empty()) text += ',';
    text += number.text();
  }
  return text;
}

}  // namespace

Integer Integer::parse(std::string_view text) {
  const std::optional<core::Integer> number = parse_integer(text);
  if (!number) throw RequestError(fmt::format("'{}' is not an integer", text));
  Integer parsed;
  if (const std::optional<Coordinate> small = bouton::narrow(*number)) parsed.small_ = *small;
  else parsed.digits_ = number->get_str();
  return parsed;
}

std::strong_ordering operator<=>(const Integer& a, const Integer& b) {
  if (a.digits_.empty() && b.digits_.empty()) return a.small_ <=> b.small_;
  // At most one fits 64 bits, so that it is nearer to 0 than the other.
  if (a.digits_.empty()) return is_negative(b.digits_) ? std::strong_ordering::greater : std::strong_ordering::less;
  if (b.digits_.empty()) return is_negative(a.digits_) ? std::strong_ordering::less : std::strong_ordering::greater;
  if (is_negative(a.digits_) != is_negative(b.digits_))
    return is_negative(a.digits_) ? std::strong_ordering::less : std::strong_ordering::greater;
  const bool turned = is_negative(a.digits_);
  const std::string& x = turned ? b.digits_ : a.digits_;
  const std::string& y = turned ? a.digits_ : b.digits_;
  return x.size() != y.size() ? x.size() <=> y.size() : x <=> y;
}

std::optional<std::vector<Coordinate>> Position::narrow() const {
  std::vector<Coordinate> narrowed;
  for (const Integer& coordinate : coordinates_) {
    const std::optional<std::int64_t> small = coordinate.narrow();
    if (!small) return std::nullopt;
    narrowed.push_back(*small);
  }
  return narrowed;
}

std::string Position::text() const { return joined(coordinates_); }

Nimber Nimber::infinity(std::vector<Integer> among) {
  Nimber nimber;
  nimber.finite_ = false;
  nimber.among_ = std::move(among);
  return nimber;
}

Nimber Nimber::loony() {
  Nimber nimber;
  nimber.finite_ = false;
  nimber.loony_ = true;
  return nimber;
}

std::string Nimber::text() const {
  if (loony_) return "loony";
  return finite_ ? value_.text() : fmt::format("infinity({})", joined(among_));
}

core::Integer to_core(const Integer& number) {
  if (const std::optional<std::int64_t> small = number.narrow()) return widen(*small);
  return *parse_integer(number.text());
}

core::BigPosition to_core(const Position& position) {
  core::BigPosition converted;
  for (const Integer& coordinate : position) converted.push_back(to_core(coordinate));
  return converted;
}

core::Sum to_core(const Sum& sum) {
  core::Sum converted;
  for (const Component& component : sum) converted.push_back({component.game, to_core(component.position), component.obliged});
  return converted;
}

core::Play to_core(Play play) {
  switch (play) {
    case Play::normal: return core::Play::normal;
    case Play::misere: return core::Play::misere;
    case Play::by_position: break;
  }
  return core::Play::by_position;
}

core::Compound to_core(Compound compound) {
  switch (compound) {
    case Compound::disjunctive: return core::Compound::disjunctive;
    case Compound::diminished_disjunctive: return core::Compound::diminished_disjunctive;
    case Compound::conjunctive: return core::Compound::conjunctive;
    case Compound::continued_conjunctive: return core::Compound::continued_conjunctive;
    case Compound::selective: return core::Compound::selective;
    case Compound::shortened_selective: return core::Compound::shortened_selective;
    case Compound::ordinal: return core::Compound::ordinal;
    case Compound::sequential: break;
  }
  return core::Compound::sequential;
}

core::Move to_core(const Move& move) {
  const core::MoveKind kind = move.kind == MoveKind::again    ? core::MoveKind::again
                              : move.kind == MoveKind::entail ? core::MoveKind::entail
                                                              : core::MoveKind::ordinary;
  core::Move converted{.component = move.component, .label = move.label, .to = {}, .kind = kind};
  for (const Position& to : move.to) converted.to.push_back(to_core(to));
  return converted;
}

core::ValueKind to_core(ValueKind kind) {
  switch (kind) {
    case ValueKind::grundy: return core::ValueKind::grundy;
    case ValueKind::outcome: return core::ValueKind::outcome;
    case ValueKind::remoteness: return core::ValueKind::remoteness;
    case ValueKind::suspense: return core::ValueKind::suspense;
    case ValueKind::longest: break;
  }
  return core::ValueKind::longest;
}

Outcome from_core(core::Outcome outcome) {
  return outcome == core::Outcome::P ? Outcome::P : outcome == core::Outcome::N ? Outcome::N : Outcome::draw;
}

ValueKind from_core(core::ValueKind kind) {
  switch (kind) {
    case core::ValueKind::grundy: return ValueKind::grundy;
    case core::ValueKind::outcome: return ValueKind::outcome;
    case core::ValueKind::remoteness: return ValueKind::remoteness;
    case core::ValueKind::suspense: return ValueKind::suspense;
    case core::ValueKind::longest: break;
  }
  return ValueKind::longest;
}

Integer from_core(const core::Integer& number) {
  if (const std::optional<Coordinate> small = bouton::narrow(number)) return *small;
  return Integer::parse(number.get_str());
}

Position from_core(const core::BigPosition& position) { return Position(all_from_core<core::Integer>(position)); }

std::vector<Position> from_core(const std::vector<core::BigPosition>& positions) { return all_from_core(positions); }

Sum from_core(const core::Sum& sum) {
  Sum converted;
  for (const core::Component& component : sum)
    converted.push_back({component.game, from_core(component.position), component.obliged});
  return converted;
}

Nimber from_core(const core::Nimber& nimber) {
  if (nimber.is_finite()) return from_core(nimber.value());
  if (nimber.is_loony()) return Nimber::loony();
  return Nimber::infinity(all_from_core<core::Integer>(nimber.among()));
}

Value from_core(const core::Value& value) {
  Value converted{.outcome = from_core(value.outcome)};
  if (value.grundy) converted.grundy = from_core(*value.grundy);
  if (value.remoteness) converted.remoteness = *value.remoteness;
  return converted;
}

Move from_core(const core::Move& move) {
  const MoveKind kind = move.kind == core::MoveKind::again    ? MoveKind::again
                        : move.kind == core::MoveKind::entail ? MoveKind::entail
                                                              : MoveKind::ordinary;
  return {.component = move.component, .label = move.label, .to = from_core(move.to), .kind = kind};
}

MovePart from_core(const core::MovePart& part) { return {part.component, part.label, from_core(part.to)}; }

MoveValue from_core(const core::MoveValue& move) { return {from_core(move.move), from_core(move.value)}; }

}  // namespace v1
}  // namespace bouton
