#include "engine/nimbers/proof_file.h"

#include <optional>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/base/little_endian.h"
#include "engine/system/read_file.h"

namespace bouton::nimbers {
namespace {

constexpr std::string_view kProofMagic = "BoutonPN";
constexpr std::uint32_t kProofVersion = 1;

std::string head_of_proof(const ProofFileTitle& title) {
  std::string head(kProofMagic);
  append_little_endian(head, kProofVersion);
  append_little_endian(head, (title.play == Play::misere ? 1U : 0U) + (title.components ? 2U : 0U));
  append_little_endian(head, title.rules);
  return head;
}

}  // namespace

ProofFileWriter::ProofFileWriter(const std::filesystem::path& path, const ProofFileTitle& title)
    : file_(path), pending_(head_of_proof(title)) {}

void ProofFileWriter::number(std::uint64_t number) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  for (; number >= 0x80; number >>= 7) pending_.push_back(static_cast<char>(number | 0x80));
  pending_.push_back(static_cast<char>(number));
  if (pending_.size() > kPiece) flush();
}

void ProofFileWriter::coordinate(Coordinate coordinate) {
  const auto bits = static_cast<std::uint64_t>(coordinate);
  number(coordinate < 0 ? ~(bits << 1) : bits << 1);
}

void ProofFileWriter::flush() {
  checksum_.add(pending_);
  file_.write(pending_);
  pending_.clear();
}

void ProofFileWriter::finish() {
  flush();
  append_little_endian(pending_, checksum_.value());
  file_.write(pending_);
  file_.finish();
}

ProofFileReader::ProofFileReader(const std::filesystem::path& path, const ProofFileTitle& title, const Budget& budget)
    : path_(path) {
  const auto refuse = [&](std::string_view what) {
    return RequestError(fmt::format("checkpoint {}: {}", path.string(), what));
  };
  const std::string head = head_of_proof(title), begin = read_head(path, head.size());
  if (!begin.empty() && !begin.starts_with(kProofMagic)) throw refuse("this is not a file of such a search");
  if (!begin.empty() && begin != head)
    throw refuse("it belongs to another rule file, to other parameters, to another play or to another version of Bouton");
  std::optional<std::string> bytes = read_whole_file(path, budget);
  if (!bytes) throw refuse("there is no such file");
  bytes_ = *std::move(bytes);
  if (bytes_.size() < head.size() + sizeof(std::uint64_t)) fail();
  at_ = head.size();
  end_ = bytes_.size() - sizeof(std::uint64_t);
  Checksum checksum;
  checksum.add(std::string_view(bytes_).substr(0, end_));
  if (checksum.value() != little_endian_at<std::uint64_t>(bytes_, end_)) fail();
}

std::uint64_t ProofFileReader::number() {
  constexpr unsigned kBits = 64;
  std::uint64_t number = 0;
  for (unsigned shift = 0; shift < kBits && at_ < end_; shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes_[at_++]);
    number |= std::uint64_t{byte & 0x7FU} << shift;
    if (byte < 0x80) return number;
  }
  fail();
}

Coordinate ProofFileReader::coordinate() {
  const std::uint64_t bits = number();
  return static_cast<Coordinate>((bits & 1) != 0 ? ~(bits >> 1) : bits >> 1);
}

std::uint64_t ProofFileReader::count() { return less_than(end_ - at_ + 1); }

std::uint64_t ProofFileReader::less_than(std::uint64_t bound) {
  const std::uint64_t number = this->number();
  if (number >= bound) fail();
  return number;
}

void ProofFileReader::finish() const {
  if (at_ != end_) fail();
}

void ProofFileReader::fail() const { throw RequestError(fmt::format("checkpoint {}: the file is damaged", path_.string())); }

}  // namespace bouton::nimbers
