// Games as people declare them with the C++ interface.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <bouton/bouton.h>

namespace cpp_test {

using bouton::Coordinate;
using bouton::Domain;
using bouton::Options;
using bouton::PositionView;

/// Rules put together from functions.
class Declared : public bouton::Rules {
 public:
  explicit Declared(Domain domain, std::function<void(PositionView, Options&)> options)
      : given_domain(std::move(domain)), given_options(std::move(options)) {}

  Domain domain() const override { return given_domain; }
  void options(PositionView position, Options& out) const override { given_options(position, out); }
  std::vector<std::string> labels() const override { return given_labels; }
  bouton::Play play() const override { return given_play; }
  bouton::Outcome terminal_outcome(PositionView position) const override {
    return given_terminal ? given_terminal(position) : Rules::terminal_outcome(position);
  }
  bool valid(PositionView position) const override { return !given_valid || given_valid(position); }
  void normalize(std::vector<Coordinate>& position) const override {
    if (given_normalize) given_normalize(position);
  }
  std::string heap_code() const override { return given_code; }
  std::optional<bouton::Formula> formula() const override { return given_formula; }
  bool independent() const override { return given_independent; }
  std::uint64_t blocking() const override { return given_blocking; }

  Domain given_domain;
  std::function<void(PositionView, Options&)> given_options;
  std::vector<std::string> given_labels;
  bouton::Play given_play = bouton::Play::normal;
  std::function<bouton::Outcome(PositionView)> given_terminal;
  std::function<bool(PositionView)> given_valid;
  std::function<void(std::vector<Coordinate>&)> given_normalize;
  std::string given_code;
  std::optional<bouton::Formula> given_formula;
  bool given_independent = false;
  std::uint64_t given_blocking = 0;
};

inline Domain one_heap() { return Domain::fixed({{.name = "n"}}); }

/// A game of rules, after `change` has changed them.
inline bouton::Game game(
    Domain domain, std::function<void(PositionView, Options&)> options,
    const std::function<void(Declared&)>& change = [](Declared&) {}, bouton::About about = {}) {
  auto rules = std::make_shared<Declared>(std::move(domain), std::move(options));
  change(*rules);
  return bouton::Game(rules, std::move(about));
}

/// Take any number from one heap or the same from both.
inline void wythoff_options(PositionView p, Options& out) {
  for (Coordinate t = 1; t <= p[0]; ++t) out.add({p[0] - t, p[1]}, 1);
  for (Coordinate t = 1; t <= p[1]; ++t) out.add({p[0], p[1] - t}, 2);
  for (Coordinate t = 1; t <= std::min(p[0], p[1]); ++t) out.add({p[0] - t, p[1] - t}, 3);
}

inline bouton::Game wythoff() {
  return game(Domain::fixed({{.name = "S"}, {.name = "L"}}), wythoff_options, [](Declared& rules) {
    rules.given_labels = {"horizontal", "vertical", "diagonal"};
    rules.given_normalize = [](std::vector<Coordinate>& position) { std::ranges::sort(position); };
  });
}

/// Knock down one or two adjacent pins of a row; what is left are two rows.
inline void kayles_options(PositionView p, Options& out) {
  for (Coordinate take = 1; take <= std::min<Coordinate>(2, p[0]); ++take)
    for (Coordinate left = 0; left <= p[0] - take; ++left) out.split({{left}, {p[0] - take - left}});
}

inline bouton::Game kayles(const std::string& code = "") {
  return game(one_heap(), kayles_options, [&](Declared& rules) { rules.given_code = code; }, {.name = "kayles"});
}

/// Take up to `most` from one heap.
inline bouton::Game subtraction(Coordinate most, bouton::Play play = bouton::Play::normal) {
  return game(
      one_heap(),
      [most](PositionView p, Options& out) {
        for (Coordinate t = 1; t <= std::min(most, p[0]); ++t) out.add({p[0] - t});
      },
      [&](Declared& rules) { rules.given_play = play; });
}

/// A list of heaps, from one of which any number is taken.
inline bouton::Game nim(const std::function<void(Declared&)>& change = [](Declared&) {}) {
  return game(Domain::piles({.name = "a"}),
              [](PositionView p, Options& out) {
                std::vector<Coordinate> to(p.begin(), p.end());
                for (Coordinate& heap : to) {
                  const Coordinate was = heap;
                  for (heap = 0; heap < was; ++heap) out.add(to);
                }
              },
              change, {.name = "nim"});
}

/// Goes up for ever: no question about it has an end.
inline bouton::Game endless(std::function<void(Coordinate)> asked = [](Coordinate) {}) {
  return game(one_heap(), [asked = std::move(asked)](PositionView p, Options& out) {
    asked(p[0]);
    if (p[0] > 0) out.add({p[0] + 1});
    if (p[0] > 1) out.add({p[0] + 2});
  });
}

}  // namespace cpp_test
