#include "engine/table/sinks/stripe_file.h"

#include <string_view>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/base/little_endian.h"
#include "engine/kept/record_file.h"
#include "engine/system/whole_file.h"

namespace bouton {
namespace {

constexpr std::uint64_t kNumbersRecord = 1, kStateRecord = 2;
constexpr std::size_t kSizeOfNumbers = 4 * sizeof(std::uint64_t);

}  // namespace

void write_stripe_file(const std::filesystem::path& path, const Work& work, const StripeFile& file, const Budget& budget) {
  std::string numbers;
  for (const std::uint64_t number : {file.begun.done, file.bytes, file.checksum, file.counted})
    append_little_endian(numbers, number);
  WholeFile out(path, WholeFile::Existing::replace, budget.stop);
  out.write(head_of_records(work));
  out.write(record_of(work, kNumbersRecord, numbers));
  out.write(record_of(work, kStateRecord, file.begun.state));
  out.finish();
}

std::optional<StripeFile> read_stripe_file(const std::filesystem::path& path, const Work& work, const Budget& budget) {
  StripeFile file;
  bool has_numbers = false, has_state = false;
  const std::uint64_t whole = read_records(path, work, budget, [&](std::uint64_t number, std::string_view bytes) {
    if (number == kNumbersRecord && bytes.size() == kSizeOfNumbers) {
      has_numbers = true;
      std::size_t at = 0;
      for (std::uint64_t* const to : {&file.begun.done, &file.bytes, &file.checksum, &file.counted}) {
        *to = little_endian_at<std::uint64_t>(bytes, at);
        at += sizeof(std::uint64_t);
      }
    } else if (number == kStateRecord) {
      has_state = true;
      file.begun.state = bytes;
    }
  });
  if (whole == 0) return std::nullopt;
  if (!has_numbers || !has_state) throw RequestError(fmt::format("checkpoint {}: the file is damaged", path.string()));
  return file;
}

}  // namespace bouton
