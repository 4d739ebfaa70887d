// Arrays of every width, for bounds that are met and bounds that are not: the bytes are those of a table that is known.
#include "bindings/output/streams/npy_stream.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>

#include "bindings/output/formats/npy.h"

namespace bouton {
namespace {

/// An output that cannot be read again.
class Gone final : public Output {
 public:
  void finish() override { flush(); }
  std::string bytes;

 protected:
  void put(std::string_view piece) override { bytes += piece; }
};

std::string expected_bytes(const Box& box, const std::vector<std::uint32_t>& cells) {
  const std::size_t bytes = npy_bytes(*std::ranges::max_element(cells));
  std::string text = npy_header(bytes, box);
  append_little_endian(text, std::span<const std::uint32_t>(cells), bytes);
  return text;
}

void write(NpyStream& stream, std::uint32_t bound, const std::vector<std::uint32_t>& cells, bool narrow) {
  constexpr std::size_t kPiece = 100'000;
  stream.begin(bound);
  for (std::size_t at = 0; at < cells.size(); at += kPiece) {
    const std::span now = std::span(cells).subspan(at, std::min(kPiece, cells.size() - at));
    if (narrow) stream.take_narrow(at, std::vector<std::uint16_t>(now.begin(), now.end()));
    else stream.take(at, now);
  }
  stream.finish();
}

TEST(NpyStream, HasTheTypeOfTheGreatestValue) {
  const Game game;
  const std::filesystem::path path = std::filesystem::temp_directory_path() / "bouton-npy-stream-test.npy";
  // More than is held back, and less.
  for (const std::uint64_t rows : {3U, 3000U}) {
    const Box box({0, 0}, {static_cast<Coordinate>(rows) - 1, 3999});
    for (const std::uint32_t greatest : {0U, 255U, 256U, 65'535U, 65'536U})
      for (const std::uint32_t bound : {255U, 65'535U, 70'000U}) {
        if (greatest > bound) continue;
        // Of many rows, which take long, each type as it is promised and as it comes.
        const bool is_border = greatest == 255 || greatest == 256 || greatest == 65'536;
        if (rows > 3 && (bound != 70'000 || !is_border)) continue;
        std::vector<std::uint32_t> cells(box.size());
        for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = static_cast<std::uint32_t>(i % 251 % (greatest + 1));
        cells[cells.size() - 5] = greatest;
        const TableForm form{.game = game, .box = box};
        const std::string expected = expected_bytes(box, cells);
        for (const bool narrow : {false, true}) {
          if (narrow && greatest > 65'535) continue;
          SCOPED_TRACE(fmt::format("{} rows, greatest {} of {}, narrow {}", rows, greatest, bound, narrow));
          Gone gone;
          NpyStream to_gone(gone, form, nullptr);
          write(to_gone, bound, cells, narrow);
          gone.finish();
          EXPECT_TRUE(gone.bytes == expected);
          const std::unique_ptr<Output> file = open_output(path);
          NpyStream to_file(*file, form, nullptr);
          write(to_file, bound, cells, narrow);
          file->finish();
          std::ifstream in(path, std::ios::binary);
          EXPECT_TRUE(std::string(std::istreambuf_iterator<char>(in), {}) == expected);
        }
      }
  }
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace bouton
