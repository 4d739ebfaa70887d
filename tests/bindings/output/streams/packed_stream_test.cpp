// Packed outcomes of every kernel, in every order of the coordinates: from a table, from stripes, and from the blocks of ranks.
#include "bindings/output/streams/packed_stream.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <mutex>
#include <optional>

#include "bindings/output/streams/table_block.h"
#include "engine/table/sinks/blocks.h"
#include "engine/table/sinks/stripes.h"
#include "tests/engine/farm/thread_ranks.h"
#include "tests/engine/table/axis_orders.h"

namespace bouton {
namespace {

using namespace table_test;

/// A file that is bytes in memory.
struct Bytes {
  std::mutex mutex;
  std::string bytes;

  void write(std::uint64_t offset, std::string_view piece) {
    const std::lock_guard lock(mutex);
    bytes.resize(std::max<std::size_t>(bytes.size(), offset + piece.size()));
    std::ranges::copy(piece, bytes.begin() + static_cast<std::ptrdiff_t>(offset));
  }
  void read(std::uint64_t offset, std::span<char> piece) {
    const std::lock_guard lock(mutex);
    ASSERT_LE(offset + piece.size(), bytes.size());
    std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(offset), piece.size(), piece.begin());
  }
};

class BytesFile final : public SharedFile {
 public:
  explicit BytesFile(Bytes& bytes) : bytes_(bytes) {}
  void write(std::uint64_t offset, std::string_view bytes) override { bytes_.write(offset, bytes); }
  void read(std::uint64_t offset, std::span<char> bytes) override { bytes_.read(offset, bytes); }
  void keep() override {}

 private:
  Bytes& bytes_;
};

class BytesOutput final : public Output, public Written {
 public:
  explicit BytesOutput(Bytes& bytes) : bytes_(bytes) {}
  void finish() override { flush(); }
  Written* written() override { return this; }
  std::uint64_t size() override { return bytes_.bytes.size(); }
  void read(std::uint64_t offset, std::span<char> bytes) override { bytes_.read(offset, bytes); }
  void replace(std::uint64_t offset, std::string_view bytes) override { bytes_.write(offset, bytes); }
  void begin_again() override { FAIL(); }
  void keep() override {}

 protected:
  void put(std::string_view bytes) override { bytes_.write(bytes_.bytes.size(), bytes); }

 private:
  Bytes& bytes_;
};

/// Ranks that are threads, with a file in memory.
class RanksOfBytes final : public Ranks {
 public:
  RanksOfBytes(Ranks& ranks, Bytes& bytes) : ranks_(ranks), bytes_(bytes) {}
  int rank() const override { return ranks_.rank(); }
  int count() const override { return ranks_.count(); }
  void send(int to, std::string message, const Budget& budget) override { ranks_.send(to, std::move(message), budget); }
  std::string receive(int from, const Budget& budget) override { return ranks_.receive(from, budget); }
  void check() override { ranks_.check(); }
  void fail(std::string_view why) override { ranks_.fail(why); }
  std::unique_ptr<SharedFile> open(const std::filesystem::path&) override { return std::make_unique<BytesFile>(bytes_); }

 private:
  Ranks& ranks_;
  Bytes& bytes_;
};

/// The outcomes in an npy file of bits, row after row, the first in the highest bit, bits behind the end of a row 0.
std::optional<std::vector<std::uint32_t>> unpacked(const std::string& file, const Box& box) {
  if (file.size() < 10 || !file.starts_with("\x93NUMPY")) return std::nullopt;
  const std::size_t header = 10 + static_cast<unsigned char>(file[8]) + 256 * static_cast<unsigned char>(file[9]);
  const std::uint64_t columns = box.length(box.dimensions() - 1), bytes = (columns + 7) / 8;
  if (file.size() != header + box.size() / columns * bytes) return std::nullopt;
  const std::string_view words = std::string_view(file).substr(10, header - 10);
  if (words.find("'|u1'") == std::string_view::npos || words.find(std::to_string(bytes)) == std::string_view::npos)
    return std::nullopt;
  std::vector<std::uint32_t> cells;
  for (std::uint64_t row = 0; row < box.size() / columns; ++row)
    for (std::uint64_t bit = 0; bit < 8 * bytes; ++bit) {
      const auto byte = static_cast<unsigned char>(file[header + row * bytes + bit / 8]);
      const std::uint32_t value = byte >> (7 - bit % 8) & 1U;
      if (bit < columns) cells.push_back(value);
      else if (value != 0) return std::nullopt;
    }
  return cells;
}

TableForm packed_form(const Game& game, const Box& box) {
  return {.game = game, .box = box, .kind = ValueKind::outcome, .format = Format::npy, .packed = true};
}

/// Ranks write blocks of one file.
std::string blocks_of(const TableCase& asked, const TableAnalysis& analysis, int ranks) {
  const Game game;
  Bytes bytes;
  const TableProblem problem = asked.problem();
  test::run_on_ranks(ranks, [&](Ranks& threads) {
    RanksOfBytes rank(threads, bytes);
    BytesOutput out(bytes);
    const Budget budget;
    TableBlock block(rank, packed_form(game, asked.box), "packed.npy", rank.rank() == 0 ? &out : nullptr, std::nullopt,
                     Work("packed"), budget);
    EXPECT_TRUE(solve_block(problem, analysis, budget, rank, block, {}));
    block.finish();
  });
  return bytes.bytes;
}

TEST(Packed, OutcomesOfEveryKernelInEveryOrderOfTheAxesAreThoseOfBruteForce) {
  int streamed = 0;
  const Game game;
  for (const RuleOfAxes& rule : rules_of_every_shape()) {
    if (rule.valid) continue;  // no bit says that a position does not exist
    RuleOfAxes::Plain plain(rule);
    for (const Play play : {Play::normal, Play::misere}) {
      const auto expected = plain.cells(ValueKind::outcome, play);
      ASSERT_TRUE(expected) << rule.name;
      for (const AxisOrder& order : axis_orders(rule.axes.size())) {
        TableCase asked = rule.in(order);
        asked.kind = ValueKind::outcome;
        asked.play = play;
        SCOPED_TRACE(fmt::format("{}, order {}", rule.name, fmt::join(order, " ")));
        const std::vector<std::uint32_t> right = rule.cells_in(order, *expected);
        const TableProblem problem = asked.problem();
        const auto analysis = analyse_table(problem);
        ASSERT_TRUE(analysis);
        const auto table = solve_table(problem, *analysis, Budget());
        ASSERT_TRUE(table);
        TextSink whole;
        write_packed(whole, *table);
        ASSERT_EQ(unpacked(whole.text(), asked.box), right);
        if (!analysis->plan.stripes || rule.falls_back) continue;
        ++streamed;
        Bytes bytes;
        BytesOutput out(bytes);
        const auto stream = make_table_stream(out, packed_form(game, asked.box));
        ASSERT_TRUE(stream_table(problem, *analysis, Budget(), *stream));
        stream->finish();
        out.finish();
        ASSERT_TRUE(bytes.bytes == whole.text());
        if (play == Play::normal) ASSERT_TRUE(blocks_of(asked, *analysis, 3) == whole.text());
      }
    }
  }
  EXPECT_GT(streamed, 30);
}

TEST(Packed, BitsFromAnyPlaceOnArePackedAsBits) {
  EXPECT_TRUE(rc::check("bytes of bits", [] {
    const auto first = static_cast<std::uint64_t>(pick(0, 200)), count = static_cast<std::uint64_t>(pick(1, 300));
    std::vector<std::uint64_t> bits((first + count + 63) / 64);
    for (std::uint64_t& word : bits) word = *rc::gen::arbitrary<std::uint64_t>();
    std::string packed;
    pack_outcomes(bits.data(), first, count, packed);
    RC_ASSERT(packed.size() == (count + 7) / 8);
    for (std::uint64_t i = 0; i < 8 * packed.size(); ++i) {
      const bool is_n = i < count && (bits[(first + i) / 64] >> ((first + i) % 64) & 1U) == 0;
      RC_ASSERT(((static_cast<unsigned char>(packed[i / 8]) >> (7 - i % 8) & 1U) != 0) == is_n);
    }
  }));
}

}  // namespace
}  // namespace bouton
