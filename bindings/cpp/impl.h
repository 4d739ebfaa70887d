// What the classes of the interface hold, and how the files of this folder get at it.
#pragma once

#include "bindings/cpp/core.h"

#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace bouton {
inline namespace v1 {

struct Domain::Impl {
  core::Domain domain;
};

struct Random::Impl {
  core::Random& random;
};

struct Game::Impl {
  About about;
  Domain domain;
  std::shared_ptr<const core::Game> stated;  ///< as its rules are
  std::shared_ptr<const core::Game> game;    ///< under the convention that was asked for
};

struct Table::Impl {
  core::Table table;
  Box box;
};

/// Sets a flag when some seconds have gone by since it was made, unless its time has ended before.
class Watch {
 public:
  Watch(double seconds, std::atomic<bool>& stop);
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  bool expired() const { return expired_.load(); }

 private:
  std::mutex mutex_;
  std::condition_variable ended_;
  bool over_ = false;
  std::atomic<bool> expired_{false};
  std::thread thread_;
};

struct Solver::Impl {
  Impl(std::vector<Game> given, Limits given_limits);

  /// Answers a question in the caller's thread, with the engine's exceptions as those of the interface.
  template <class Work>
  auto ask(Work work);

  /// The sum, each of whose positions is one of its game. Throws core::RequestError.
  core::Sum checked(const Sum& sum) const;
  /// A box of the first game. Throws core::RequestError.
  core::Box checked(const Box& box) const;

  std::vector<Game> games;
  Limits limits;
  core::Games asked;  ///< the same games
  std::function<void(const Progress&)> listener;
  std::atomic<bool> stop{false};
  std::atomic<bool> busy{false};
  core::Budget budget;
  std::shared_ptr<core::Solver> solver;
};

struct Access {
  using SolverImpl = Solver::Impl;
  using OptionsImpl = Options::Impl;
  static Domain domain(core::Domain domain) {
    return Domain(std::make_shared<const Domain::Impl>(Domain::Impl{std::move(domain)}));
  }
  static const core::Domain& core_of(const Domain& domain) { return domain.impl_->domain; }
  static const Game::Impl& impl_of(const Game& game) { return *game.impl_; }
  /// A game that is not one of rules of the caller's.
  static Game game(const std::shared_ptr<const core::Game>& game);
  static Solver::Impl& impl_of(Solver& solver) { return *solver.impl_; }
  static Table table(core::Table table);
  /// Calls `use` with the random numbers as those of the interface.
  template <class Use>
  static auto with(core::Random& numbers, Use use) {
    Random::Impl impl{numbers};
    Random random(impl);
    return use(random);
  }
  /// Has `rules` add the options of a position by way of `taker`.
  static void options(const Rules& rules, PositionView position, Options::Impl& taker);
};

/// Throws what is being handled once more: exceptions of the engine as those of the interface, what functions of the caller's
/// threw as it was thrown. `watch`, where it is not null, tells why the question was stopped.
[[noreturn]] void rethrow(const Watch* watch = nullptr);

/// What `work` returns; what it throws as rethrow() has it.
template <class Work>
auto translated(Work work) {
  try {
    return work();
  } catch (...) {
    rethrow();
  }
}

template <class Work>
auto Solver::Impl::ask(Work work) {
  if (busy.exchange(true)) throw RequestError("this solver is already answering a question");
  struct Busy {
    std::atomic<bool>& flag;
    ~Busy() { flag.store(false); }
  } const ends{busy};
  stop.store(false);
  std::optional<Watch> watch;
  if (limits.seconds) watch.emplace(*limits.seconds, stop);
  try {
    return work();
  } catch (...) {
    rethrow(watch ? &*watch : nullptr);
  }
}

// Values of the interface and of the engine, each as the other.

core::Integer to_core(const Integer& number);
core::BigPosition to_core(const Position& position);
core::Sum to_core(const Sum& sum);
core::Play to_core(Play play);
core::Compound to_core(Compound compound);
core::Move to_core(const Move& move);
core::ValueKind to_core(ValueKind kind);

Outcome from_core(core::Outcome outcome);
ValueKind from_core(core::ValueKind kind);
Integer from_core(const core::Integer& number);
Position from_core(const core::BigPosition& position);
std::vector<Position> from_core(const std::vector<core::BigPosition>& positions);
Sum from_core(const core::Sum& sum);
Nimber from_core(const core::Nimber& nimber);
Value from_core(const core::Value& value);
Move from_core(const core::Move& move);
MoveValue from_core(const core::MoveValue& move);
MovePart from_core(const core::MovePart& part);

/// A list of these.
template <class T>
auto all_from_core(const std::vector<T>& values) {
  std::vector<decltype(from_core(values.front()))> converted;
  converted.reserve(values.size());
  for (const T& value : values) converted.push_back(from_core(value));
  return converted;
}

}  // namespace v1
}  // namespace bouton
