// A search that hears what other processes find of the positions that it is looking at.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/nimbers/shared_findings.h"
#include "engine/nimbers/value_table.h"

namespace bouton::nimbers {

/// Of one thread. The table takes what is heard. Where that answers for a position on the way from the one that was asked about
/// to the one that is looked at, the search begins again at the top: what it has found meanwhile is in the table.
template <int N>
class Listener {
 public:
  using Key = typename ValueTable<N>::Key;

  /// Only the thread that asked hears anything.
  Listener(ValueTable<N>& table, SharedFindings& findings, bool asked)
      : table_(table), findings_(findings), hears_(asked && findings.on()) {}
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  /// A position on the way, and the heap beside it, as long as this lives.
  class Level {
   public:
    Level(Listener& listener, const Key& key, std::uint32_t heap) : listener_(listener) {
      if (listener_.hears_) listener_.levels_.push_back({key, heap});
    }
    ~Level() {
      if (listener_.hears_) listener_.levels_.pop_back();
    }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    Listener& listener_;
  };

  /// Called at each position that is looked at; listens now and then. May leave ask(). Throws Interrupted.
  void listen() {
    if (hears_ && ++calls_ % kCalls == 0 && exchange()) throw News();
  }

  /// Asks until there is an answer; `ask` begins at the top.
  template <class Ask>
  auto ask(Ask ask) {
    return hears_ ? ask_listening(ask) : ask();
  }

 private:
  struct News {};
  struct Place {
    Key key;
    std::uint32_t heap;
  };
  static constexpr std::uint64_t kCalls = 256;

  template <class Ask>
  [[gnu::noinline]] auto ask_listening(Ask& ask) {
    exchange();
    for (;;) {
      try {
        return ask();
      } catch (const News&) {}
    }
  }
  /// Tells and hears. True where what was heard answers for a position on the way.
  bool exchange() {
    bool news = false;
    findings_.exchange([&](std::span<const std::uint64_t> words, const Knowledge& knowledge) {
      Key key;
      std::ranges::copy(words, key.begin());
      table_.add(key, knowledge);
      for (const auto& [there, heap] : levels_)
        news = news || (there == key && (knowledge.known() || knowledge.excludes(heap)));
    });
    return news;
  }

  ValueTable<N>& table_;
  SharedFindings& findings_;
  bool hears_;
  std::uint64_t calls_ = 0;
  std::vector<Place> levels_;
};

}  // namespace bouton::nimbers
