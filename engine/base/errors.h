// The engine's exceptions: one small hierarchy, told apart by what the caller can do about them.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace bouton {

class Error : public std::runtime_error {
 public:
  /// Messages quote rule files and what was typed; what() is plain text (engine/base/plain_text.h) all the same.
  explicit Error(std::string_view message);
};

/// The question cannot be asked: a position outside its domain, a mixture of play conventions, ...
class RequestError : public Error {
 public:
  using Error::Error;
};

/// The components of a sum are played under different conventions: one must be chosen for all of them.
class MixedPlay : public RequestError {
 public:
  MixedPlay() : RequestError("the components of this sum are played under different conventions") {}
};

/// The output cannot be written.
class OutputError : public RequestError {
 public:
  using RequestError::RequestError;
};

/// Nobody reads the output any more.
class ReaderGone : public Error {
 public:
  ReaderGone() : Error("nobody reads the output") {}
};

/// The rules of a game are wrong. The message begins with the rule file and line where they are known.
class RuleError : public Error {
 public:
  using Error::Error;
};

/// The limits of a run, by what a front end can do about them.
enum class Limit {
  fixed,        ///< cannot be raised
  memory,       ///< Budget::memory
  rule_memory,  ///< what the functions of a rule file may hold
  load_time,    ///< what loading a rule file may take
  call_time,    ///< what one call of a function of a rule file may take
};

/// The question is fair, but the answer was not reached within a limit. The message says how much that is; how it is raised
/// is for the front end to say.
class LimitError : public Error {
 public:
  explicit LimitError(std::string_view message, Limit limit = Limit::fixed) : Error(message), limit_(limit) {}
  Limit limit() const { return limit_; }

 private:
  Limit limit_;
};

/// How a front end says that a limit can be raised: "raise the limit with ..."; empty where it cannot be.
using Remedy = std::string_view (*)(Limit);
/// The message of `error`, with the remedy; alone where `remedy` is null.
std::string message_with(Remedy remedy, const LimitError& error);

/// Someone asked the computation to stop.
class Interrupted : public Error {
 public:
  Interrupted() : Error("interrupted") {}
};

}  // namespace bouton
