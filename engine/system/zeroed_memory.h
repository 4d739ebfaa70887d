// Large memory that is zero and takes room only where it is written to.
#pragma once

#include <cstddef>
#include <memory>

namespace bouton {

/// `bytes` of zeros, at least one, which begin at a multiple of 16. The system takes memory for a page when it is first written
/// to, so that making and freeing them costs next to nothing, under a sanitizer too. Throws std::bad_alloc where there is no
/// such room.
class ZeroedMemory {
 public:
  explicit ZeroedMemory(std::size_t bytes);

  void* data() const { return memory_.get(); }

 private:
  /// Gives back what came from the system's pages, or from the allocator where `bytes` is 0.
  struct Free {
    std::size_t bytes;
    void operator()(void* memory) const;
  };
  std::unique_ptr<void, Free> memory_;
};

}  // namespace bouton
