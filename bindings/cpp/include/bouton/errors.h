// What is thrown. Besides, std::bad_alloc is thrown where the process is out of memory, and what functions of the caller's
// threw (Rules::options, visitors, listeners) reaches the caller as it was thrown.
#pragma once

#include <stdexcept>
#include <string>

namespace bouton {
inline namespace v1 {

/// Base of all exceptions of this library. what() is plain text in UTF-8, for people.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The question cannot be asked: a position outside the game, a Grundy value where play is not normal, a number that is none.
class RequestError : public Error {
 public:
  using Error::Error;
};

/// The rules are wrong: an option outside the domain, a claim that the moves contradict. Rules throw it themselves where they
/// find that they are.
class RuleError : public Error {
 public:
  using Error::Error;
};

/// Which limit was met.
enum class Limit {
  fixed,   ///< one that cannot be raised
  memory,  ///< Limits::memory
  seconds  ///< Limits::seconds
};

/// The question is fair, but the answer was not reached within a limit. The solver can be asked on.
class LimitError : public Error {
 public:
  explicit LimitError(const std::string& message, Limit limit = Limit::fixed) : Error(message), limit_(limit) {}
  Limit limit() const noexcept { return limit_; }

 private:
  Limit limit_;
};

/// Solver::cancel() ended the question. The solver can be asked on.
class Cancelled : public Error {
 public:
  Cancelled() : Error("cancelled") {}
};

}  // namespace v1
}  // namespace bouton
