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

/// The question is fair, but the answer was not reached within a limit. The message names the limit.
class LimitError : public Error {
 public:
  using Error::Error;
};

/// Someone asked the computation to stop.
class Interrupted : public Error {
 public:
  Interrupted() : Error("interrupted") {}
};

}  // namespace bouton
