#include "engine/automata/row_reader.h"

#include <limits>

namespace bouton {

RowReader::RowReader(const Automaton& set, std::size_t track, Coordinate greatest) : set_(set), track_(track) {
  const Numeration& system = set.system();
  std::size_t places = 0;
  while (*system.weight(places) <= greatest) ++places;
  // Leading zeros, as many as make whole periods: places of more weight than any number has.
  const std::size_t zeros = (system.period() - places % system.period()) % system.period();
  weights_.assign(zeros, std::numeric_limits<Coordinate>::max());
  for (std::size_t place = places; place-- > 0;) weights_.push_back(*system.weight(place));
  for (std::size_t i = 0; i < track; ++i) unit_ *= static_cast<Letter>(system.digits());
}

void RowReader::find_digits(Coordinate number, std::vector<Digit>& digits) const {
  digits.resize(weights_.size());
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    digits[i] = static_cast<Digit>(number / weights_[i]);
    number %= weights_[i];
  }
}

void RowReader::read(std::span<const Coordinate> numbers, Coordinate low, Coordinate high,
                     const std::function<void(Coordinate)>& visit) {
  if (low > high) return;
  letters_.assign(weights_.size(), 0);
  Letter unit = 1;
  for (std::size_t track = 0; track < set_.tracks(); ++track, unit *= static_cast<Letter>(set_.system().digits())) {
    if (track == track_) continue;
    find_digits(numbers[track], digits_);
    for (std::size_t place = 0; place < weights_.size(); ++place) letters_[place] += unit * digits_[place];
  }
  const std::size_t states = set_.states();
  open_.assign((weights_.size() + 1) * states, 0);
  for (std::size_t state = 0; state < states; ++state)
    open_[weights_.size() * states + state] = set_.accepting(static_cast<Automaton::State>(state)) ? 1 : 0;
  for (std::size_t place = weights_.size(); place-- > 0;) {
    for (std::size_t state = 0; state < states; ++state) {
      for (int digit = 0; digit < set_.system().digits(); ++digit) {
        const Automaton::State to =
            set_.next(static_cast<Automaton::State>(state), letters_[place] + static_cast<Letter>(digit) * unit_);
        if (to == Automaton::kNone || open_[(place + 1) * states + static_cast<std::size_t>(to)] == 0) continue;
        open_[place * states + state] = 1;
        break;
      }
    }
  }
  find_digits(low, low_);
  find_digits(high, high_);
  if (open_[0] != 0) walk(0, 0, {true, true}, 0, visit);
}

/// The order of words is that of numbers.
void RowReader::walk(std::size_t place, Automaton::State state, Bounds at, Coordinate value,
                     const std::function<void(Coordinate)>& visit) const {
  if (place == weights_.size()) {
    visit(value);
    return;
  }
  const int first = at.low ? low_[place] : 0, last = at.high ? high_[place] : set_.system().digits() - 1;
  for (int digit = first; digit <= last; ++digit) {
    const Automaton::State to = set_.next(state, letters_[place] + static_cast<Letter>(digit) * unit_);
    if (to == Automaton::kNone || open_[(place + 1) * set_.states() + static_cast<std::size_t>(to)] == 0) continue;
    walk(place + 1, to, {at.low && digit == first, at.high && digit == last}, value + digit * weights_[place], visit);
  }
}

std::uint64_t RowReader::steps_of_row() const {
  return weights_.size() * (set_.states() * static_cast<std::size_t>(set_.system().digits()) + set_.tracks());
}

}  // namespace bouton
