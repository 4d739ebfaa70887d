#include "engine/nimbers/shared_findings.h"

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/little_endian.h"

namespace bouton::nimbers {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 20;

std::uint64_t word_at(std::string_view bytes, std::size_t at) { return little_endian_at<std::uint64_t>(bytes, at); }

}  // namespace

SharedFindings::SharedFindings(Peers* peers, std::uint64_t game, Play play, std::uint32_t words, std::uint8_t least_cost)
    : peers_(peers != nullptr && peers->count() > 1 && game != 0 ? peers : nullptr),
      game_(game),
      play_(play),
      words_(words),
      least_cost_(least_cost) {}

std::string SharedFindings::head() const {
  std::string head;
  append_little_endian(head, game_);
  append_little_endian(head, std::uint32_t{play_ == Play::misere});
  append_little_endian(head, words_);
  return head;
}

void SharedFindings::note(std::span<const std::uint64_t> key, const Knowledge& knowledge) {
  const std::scoped_lock lock(mutex_);
  if (noted_.size() + (key.size() + 1) * sizeof(std::uint64_t) > kMostBytes / 2) return;
  for (const std::uint64_t word : key) append_little_endian(noted_, word);
  append_little_endian(noted_, knowledge.packed());
}

void SharedFindings::tell() {
  if (!on()) return;
  std::string findings;
  {
    const std::scoped_lock lock(mutex_);
    findings.swap(noted_);
  }
  if (!findings.empty()) peers_->tell(head() + findings);
}

void SharedFindings::exchange(
    const std::function<void(std::span<const std::uint64_t> key, const Knowledge& knowledge)>& visit) {
  if (!on()) return;
  tell();
  const std::string head = this->head();
  const std::size_t size = (words_ + std::size_t{1}) * sizeof(std::uint64_t);
  std::vector<std::uint64_t> key(words_);
  while (const std::optional<std::string> message = peers_->hear()) {
    if (!message->starts_with(head) || (message->size() - head.size()) % size != 0) continue;
    for (std::size_t at = head.size(); at < message->size(); at += size) {
      for (std::size_t i = 0; i < words_; ++i) key[i] = word_at(*message, at + i * sizeof(std::uint64_t));
      visit(key, Knowledge::unpacked(word_at(*message, at + words_ * sizeof(std::uint64_t))));
    }
  }
}

}  // namespace bouton::nimbers
