#include "engine/image/automaton/automaton_picture.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/image/automaton/automaton_layout.h"
#include "engine/image/lettering.h"
#include "engine/image/palette.h"

namespace bouton {
namespace {

constexpr double kMargin = 28, kTitleSize = 20, kCaptionSize = 15, kLetterSize = 12;
constexpr double kRadius = 17, kRing = 3.5, kLine = 1.3;
constexpr double kColumn = 150, kRow = 86;
constexpr std::size_t kLetters = 3;  ///< that stand beside an arrow

using Point = shape::Dots::Point;

Point mixed(Point a, Point b, double t) { return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t}; }
double distance(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

/// A rectangle that others keep away from.
struct Taken {
  double left, top, right, bottom;
  bool meets(const Taken& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
};

/// An arrow as a quadratic curve.
struct Arrow {
  Point start, bend, end;
  Point at(double t) const { return mixed(mixed(start, bend, t), mixed(bend, end, t), t); }
};

class Drawing {
 public:
  Drawing(const Automaton& automaton, Picture& picture, double left, double top)
      : automaton_(automaton), layout_(automaton_layout(automaton)), picture_(picture), left_(left), top_(top) {
    for (std::size_t state = 0; state < automaton.states(); ++state) {
      const Point p = place(state);
      taken_.push_back({p.x - kRadius, p.y - kRadius, p.x + kRadius, p.y + kRadius});
    }
  }

  double width() const { return static_cast<double>(layout_.columns) * kColumn + kRadius; }
  double height() const { return (static_cast<double>(layout_.rows) - 1) * kRow + 2 * kSpace; }

  void draw() {
    struct Label {
      Arrow arrow;
      std::string text;
    };
    std::vector<Label> labels;
    for (std::size_t from = 0; from < automaton_.states(); ++from)
      for (std::size_t to = 0; to < automaton_.states(); ++to) {
        std::string text = letters_text(automaton_, static_cast<State>(from), static_cast<State>(to), kLetters);
        if (text.empty()) continue;
        const Arrow arrow = from == to ? loop(from) : arrow_between(from, to);
        stroke(arrow);
        labels.push_back({arrow, std::move(text)});
      }
    const Point start = place(0);
    stroke({{start.x - 2.6 * kRadius, start.y}, {start.x - 1.8 * kRadius, start.y}, {start.x - kRadius, start.y}});
    for (std::size_t state = 0; state < automaton_.states(); ++state) circle(state);
    for (const Label& label : labels) write(label.arrow, label.text);
  }

 private:
  static constexpr double kSpace = 62;  ///< above the first row, and below the last

  Point place(std::size_t state) const {
    const NodePlace& place = layout_.places[state];
    return {left_ + 3 * kRadius + static_cast<double>(place.column) * kColumn, top_ + kSpace + place.row * kRow};
  }
  bool leads(std::size_t from, std::size_t to) const {
    for (Letter letter = 0; letter < automaton_.letters(); ++letter)
      if (automaton_.next(static_cast<State>(from), letter) == static_cast<State>(to)) return true;
    return false;
  }

  /// Straight to the next column where nothing comes back; else in a bow, which keeps the two ways apart and goes round states
  /// in between.
  Arrow arrow_between(std::size_t from, std::size_t to) const {
    const Point a = place(from), b = place(to);
    const double length = distance(a, b);
    const auto columns = static_cast<double>(layout_.places[to].column) - static_cast<double>(layout_.places[from].column);
    double bow = 0;
    if (columns != 1 && columns != -1) bow = 0.16 * length + (columns == 0 ? 16 : 22);
    else if (columns == -1 || leads(to, from)) bow = 0.12 * length;
    const Point middle = mixed(a, b, 0.5);
    // To the left of its direction, so that a way and the way back bend apart.
    const Point bend = {middle.x + (b.y - a.y) / length * bow * 2, middle.y - (b.x - a.x) / length * bow * 2};
    const auto towards = [&](Point centre) {
      const double t = kRadius / distance(centre, bend);
      return mixed(centre, bend, std::min(t, 0.45));
    };
    return {towards(a), bend, towards(b)};
  }

  Arrow loop(std::size_t state) const {
    const Point p = place(state);
    return {{p.x - 0.6 * kRadius, p.y - 0.8 * kRadius}, {p.x, p.y - 4.3 * kRadius}, {p.x + 0.6 * kRadius, p.y - 0.8 * kRadius}};
  }

  void line(Point a, Point b, double width = kLine) {
    picture_.shapes.emplace_back(shape::Line{a.x, a.y, b.x, b.y, width, palette::kInk});
  }

  void stroke(const Arrow& arrow) {
    constexpr int kPieces = 16;
    for (int i = 0; i < kPieces; ++i)
      line(arrow.at(static_cast<double>(i) / kPieces), arrow.at(static_cast<double>(i + 1) / kPieces));
    // The head: lines from the tip to points across the shaft.
    const Point tip = arrow.end, before = arrow.at(0.94);
    const double length = std::max(distance(before, tip), 1e-9);
    const Point back = {(before.x - tip.x) / length, (before.y - tip.y) / length};
    for (int i = -3; i <= 3; ++i) line(tip, {tip.x + 8 * back.x + 1.1 * i * back.y, tip.y + 8 * back.y - 1.1 * i * back.x});
  }

  void circle(std::size_t state) {
    const Point p = place(state);
    const auto dot = [&](double radius, Colour colour) { picture_.shapes.emplace_back(shape::Dots{radius, colour, {p}}); };
    dot(kRadius, palette::kInk);
    dot(kRadius - kLine, palette::kPaper);
    if (automaton_.accepting(static_cast<State>(state))) {
      dot(kRadius - kRing, palette::kInk);
      dot(kRadius - kRing - kLine, palette::kPaper);
    }
    picture_.shapes.emplace_back(shape::Text{p.x, p.y + 0.36 * kLetterSize, kLetterSize, shape::Anchor::middle, false,
                                             palette::kFaintInk, std::to_string(state)});
  }

  /// The text on a piece of paper of its own beside the curve, where nothing else is yet, if there is such a place.
  void write(const Arrow& arrow, const std::string& text) {
    const double width = 1.06 * text_width(text) * kLetterSize, height = 1.1 * kLetterSize;
    const auto around = [&](double t) {
      const Point p = arrow.at(t);
      return Taken{p.x - width / 2, p.y - height / 2, p.x + width / 2, p.y + height / 2};
    };
    double chosen = 0.5;
    for (const double t : {0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.82}) {
      const Taken place = around(t);
      if (std::ranges::any_of(taken_, [&](const Taken& other) { return place.meets(other); })) continue;
      chosen = t;
      break;
    }
    const Taken place = around(chosen);
    taken_.push_back(place);
    picture_.shapes.emplace_back(shape::Rectangle{place.left - 1, place.top, width + 2, height, palette::kPaper});
    picture_.shapes.emplace_back(shape::Text{(place.left + place.right) / 2, place.bottom - 0.24 * kLetterSize, kLetterSize,
                                             shape::Anchor::middle, false, palette::kInk, text});
  }

  const Automaton& automaton_;
  LayeredLayout layout_;
  Picture& picture_;
  double left_, top_;
  std::vector<Taken> taken_;
};

}  // namespace

std::string letters_text(const Automaton& automaton, State from, State to, std::size_t most) {
  std::string text;
  std::size_t count = 0;
  for (Letter letter = 0; letter < automaton.letters(); ++letter) {
    if (automaton.next(from, letter) != to) continue;
    if (++count > most) continue;
    for (std::size_t track = 0; track < automaton.tracks(); ++track)
      text += fmt::format("{}{}", track > 0 ? "," : text.empty() ? "" : " ", automaton.digit(letter, track));
  }
  return count > most ? fmt::format("{} +{}", text, count - most) : text;
}

Picture automata_picture(const std::string& title, const std::vector<DrawnAutomaton>& automata) {
  Picture picture;
  picture.title = title;
  double bottom = kMargin + kTitleSize;
  double right = kMargin + text_width(title) * kTitleSize;
  picture.shapes.emplace_back(shape::Text{kMargin, bottom, kTitleSize, shape::Anchor::start, false, palette::kInk, title});
  for (const DrawnAutomaton& drawn : automata) {
    if (drawn.automaton->states() > kMostDrawnStates)
      throw RequestError(
          fmt::format("{} states are too many for a picture; --dot writes them for other programs", drawn.automaton->states()));
    bottom += 2 * kCaptionSize;
    picture.shapes.emplace_back(
        shape::Text{kMargin, bottom, kCaptionSize, shape::Anchor::start, false, palette::kFaintInk, drawn.caption});
    right = std::max(right, kMargin + text_width(drawn.caption) * kCaptionSize);
    Drawing drawing(*drawn.automaton, picture, kMargin, bottom);
    drawing.draw();
    bottom += drawing.height();
    right = std::max(right, kMargin + drawing.width());
  }
  picture.width = static_cast<std::size_t>(std::ceil(right + kMargin));
  picture.height = static_cast<std::size_t>(std::ceil(bottom + kMargin));
  return picture;
}

}  // namespace bouton
