#include "engine/table/sinks/stripe_file.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "engine/base/checksum.h"
#include "engine/base/errors.h"
#include "engine/system/read_file.h"
#include "engine/system/whole_file.h"

namespace bouton {
namespace {

constexpr std::string_view kStripeMagic = "BoutonST";
constexpr std::uint64_t kStripeVersion = 1;

void put_number(std::string& bytes, std::uint64_t value, unsigned size = 8) {
  for (unsigned byte = 0; byte < size; ++byte) bytes.push_back(static_cast<char>(value >> 8 * byte & 0xFF));
}

std::uint64_t checksum_of(std::string_view bytes) {
  Checksum sum;
  sum.add(bytes);
  return sum.value();
}

/// Takes a file apart from its beginning on.
class StripeFileReader {
 public:
  StripeFileReader(const std::filesystem::path& path, std::string_view bytes) : path_(path), bytes_(bytes) {}

  [[noreturn]] void fail(std::string_view what) const {
    throw RequestError(fmt::format("checkpoint {}: {}", path_.string(), what));
  }
  std::string_view take(std::uint64_t count) {
    if (count > bytes_.size()) fail("the file is damaged");
    const std::string_view taken = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return taken;
  }
  std::uint64_t number(unsigned size = 8) {
    std::uint64_t value = 0;
    const std::string_view bytes = take(size);
    for (unsigned byte = 0; byte < size; ++byte)
      value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[byte])) << 8 * byte;
    return value;
  }
  bool at_end() const { return bytes_.empty(); }

 private:
  const std::filesystem::path& path_;
  std::string_view bytes_;
};

}  // namespace

bool is_stripe_file(const std::filesystem::path& path) { return read_head(path, kStripeMagic.size()) == kStripeMagic; }

void write_stripe_file(const std::filesystem::path& path, const StripeFile& file, const Budget& budget) {
  std::string bytes(kStripeMagic);
  put_number(bytes, kStripeVersion, 4);
  put_number(bytes, file.title.size());
  bytes += file.title;
  put_number(bytes, file.begun.done);
  put_number(bytes, file.bytes);
  put_number(bytes, file.counted);
  put_number(bytes, file.begun.state.size());
  bytes += file.begun.state;
  put_number(bytes, checksum_of(bytes));
  WholeFile out(path, WholeFile::Existing::replace, budget.stop);
  out.write(bytes);
  out.finish();
}

std::optional<StripeFile> read_stripe_file(const std::filesystem::path& path, const std::string& title, const Budget& budget) {
  const std::optional<std::string> bytes = read_whole_file(path, budget);
  if (!bytes) return std::nullopt;
  StripeFileReader in(path, *bytes);
  if (bytes->size() < kStripeMagic.size() + 12 || in.take(kStripeMagic.size()) != kStripeMagic)
    in.fail("this is not a checkpoint of a table");
  if (in.number(4) != kStripeVersion) in.fail("another version of Bouton wrote it");
  const std::string_view whole(*bytes);
  StripeFileReader end(path, whole.substr(whole.size() - 8));
  if (end.number() != checksum_of(whole.substr(0, whole.size() - 8))) in.fail("the file is damaged");
  StripeFile file;
  file.title = in.take(in.number());
  if (file.title != title) in.fail(fmt::format("it belongs to other work: {}", file.title));
  file.begun.done = in.number();
  file.bytes = in.number();
  file.counted = in.number();
  file.begun.state = in.take(in.number());
  in.number();
  if (!in.at_end()) in.fail("the file is damaged");
  return file;
}

}  // namespace bouton
