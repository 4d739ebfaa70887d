#include "engine/nimbers/proof_file.h"

#include <fmt/format.h>

#include "engine/kept/work.h"

namespace bouton::nimbers {
namespace {

Work work_of_proof(const ProofFileTitle& title) {
  return Work("search by proof numbers")
      .add("rules", fmt::format("{:016x}", title.rules))
      .add("play", play_name(title.play))
      .add("positions", title.components ? "taken apart" : "as they are");
}

}  // namespace

ProofFileWriter::ProofFileWriter(const std::filesystem::path& path, const ProofFileTitle& title)
    : file_(path, work_of_proof(title)) {}

void ProofFileWriter::number(std::uint64_t number) {
  std::string bytes;
  for (; number >= 0x80; number >>= 7) bytes.push_back(static_cast<char>(number | 0x80));
  bytes.push_back(static_cast<char>(number));
  file_.add(bytes);
}

void ProofFileWriter::coordinate(Coordinate coordinate) {
  const auto bits = static_cast<std::uint64_t>(coordinate);
  number(coordinate < 0 ? ~(bits << 1) : bits << 1);
}

void ProofFileWriter::finish() { file_.finish(); }

ProofFileReader::ProofFileReader(const std::filesystem::path& path, const ProofFileTitle& title, const Budget& budget)
    : path_(path) {
  if (!read_pieces(path, work_of_proof(title), budget, [this](std::string_view piece) { bytes_ += piece; }))
    refuse_missing_file(path);
}

std::uint64_t ProofFileReader::number() {
  constexpr unsigned kBits = 64;
  std::uint64_t number = 0;
  for (unsigned shift = 0; shift < kBits && at_ < bytes_.size(); shift += 7) {
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

std::uint64_t ProofFileReader::count() { return less_than(bytes_.size() - at_ + 1); }

std::uint64_t ProofFileReader::less_than(std::uint64_t bound) {
  const std::uint64_t number = this->number();
  if (number >= bound) fail();
  return number;
}

void ProofFileReader::finish() const {
  if (at_ != bytes_.size()) fail();
}

void ProofFileReader::fail() const { refuse_damaged_file(path_); }

}  // namespace bouton::nimbers
