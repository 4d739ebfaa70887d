// Other processes that search for the same answer, and tell each other what they find.
#pragma once

#include <optional>
#include <string>

namespace bouton {

/// What is told is a help and no more: it may come late or not at all, and who hears nothing finds the same answer alone. One
/// thread at a time.
class Peers {
 public:
  Peers() = default;
  virtual ~Peers() = default;
  Peers(const Peers&) = delete;
  Peers& operator=(const Peers&) = delete;

  /// Which of the processes this is, from 0 to count() - 1. They search in different orders, and that of process 0 is the usual
  /// one.
  virtual unsigned number() const = 0;
  virtual unsigned count() const = 0;
  /// Tells all the others. Never waits: where they do not listen, the message is dropped. At most a mebibyte.
  virtual void tell(std::string message) = 0;
  /// The next message of any of them, if one has come. Throws Interrupted where process 0, whose answer is asked for, has it.
  virtual std::optional<std::string> hear() = 0;
};

}  // namespace bouton
