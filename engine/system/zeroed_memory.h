// Large memory that is zero and takes room only where it is written to.
#pragma once

#include <cstddef>
#include <memory>

namespace bouton {

/// `bytes` of zeros, at least one, which begin at a multiple of 16, or of 64 where they are many. The system takes memory for a
/// page when it is first written to, so that making and freeing them costs next to nothing, under a sanitizer too. Throws
/// std::bad_alloc where there is no such room.
class ZeroedMemory {
 public:
  /// Which pages the system is asked for. Large ones, of two megabytes, are found faster by whoever looks everywhere, and are
  /// cleared at once; but a single byte that is written to takes as much. It is advice: where it is not taken, pages are usual.
  enum class Pages { usual, large };

  explicit ZeroedMemory(std::size_t bytes, Pages pages = Pages::usual);

  void* data() const { return at_; }

 private:
  /// Gives back what came from the system's pages, or from the allocator where `bytes` is 0.
  struct Free {
    std::size_t bytes;
    void operator()(void* memory) const;
  };
  std::unique_ptr<void, Free> memory_;
  void* at_ = nullptr;  ///< in that memory
};

}  // namespace bouton
