// The engine's exceptions: one small hierarchy, told apart by what the caller can do about them.
#pragma once

#include <stdexcept>
#include <string>

namespace bouton {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The question cannot be asked: a position outside its domain, a mixture of play conventions, ...
class RequestError : public Error {
 public:
  using Error::Error;
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
