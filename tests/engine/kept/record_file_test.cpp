#include "engine/kept/record_file.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "engine/base/errors.h"
#include "engine/system/read_file.h"
#include "tests/temporary_directory.h"

namespace bouton {
namespace {

using Records = std::map<std::uint64_t, std::string>;

/// Texts with all that the form itself is made of.
const Records kRecords = {
    {1, "a row\n"},      {2, ""}, {3, std::string("\0\xff\n", 3)}, {4, "record 1 5 0\nfalse\n"}, {5, "\nrecord 9 2 ab\n"},
    {12, "the last one"}};

class RecordFile : public testing::Test {
 protected:
  RecordFile() {
    work.add("play", "normal");
    text = head_of_records(work);
    for (const auto& [number, bytes] : kRecords) text += record_of(work, number, bytes);
  }
  /// The records that a file of this text has; nothing where it is refused, with the reason in `refusal`.
  std::optional<Records> read(std::string_view changed, const Work& wanted) {
    std::ofstream(folder / "kept", std::ios::binary | std::ios::trunc) << changed;
    Records found;
    try {
      whole = read_records(folder / "kept", wanted, {}, [&](std::uint64_t number, std::string_view bytes) {
        EXPECT_TRUE(found.emplace(number, bytes).second) << number;
      });
    } catch (const RequestError& error) {
      refusal = error.what();
      return std::nullopt;
    }
    return found;
  }

  const test::TemporaryDirectory folder;
  Work work{"test"};
  std::string text, refusal;
  std::uint64_t whole = 0;
};

TEST_F(RecordFile, HasWhatWasWritten) {
  EXPECT_EQ(read(text, work), kRecords);
  EXPECT_EQ(whole, text.size());
  EXPECT_EQ(read_records(folder / "no such file", work, {}, [](auto, auto) { FAIL(); }), 0U);
}

TEST_F(RecordFile, IsReadWhereverItWasCutOff) {
  for (std::size_t length = 0; length < text.size(); ++length) {
    const std::optional<Records> found = read(text.substr(0, length), work);
    ASSERT_TRUE(found) << length;
    EXPECT_LE(whole, length);
    // All whole records, and with the rest of the text again all.
    EXPECT_EQ(read(text.substr(0, whole) + text.substr(whole), work), kRecords);
  }
}

/// One bit of a record costs that record, and never one of the others; one of the beginning is seen.
TEST_F(RecordFile, AFlippedBitCostsOneRecordAtMost) {
  const std::size_t head = head_of_records(work).size();
  for (std::size_t bit = 0; bit < 8 * text.size(); ++bit) {
    std::string flipped = text;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ 1 << bit % 8);
    const std::optional<Records> found = read(flipped, work);
    if (!found) {
      EXPECT_LT(bit / 8, head) << refusal;
      continue;
    }
    if (bit / 8 < head) {  // a hexadecimal digit that is written large is the same
      EXPECT_EQ(found, kRecords);
    }
    EXPECT_GE(found->size() + 1, kRecords.size()) << bit;
    for (const auto& [number, bytes] : *found) {
      ASSERT_TRUE(kRecords.contains(number)) << bit;
      EXPECT_EQ(bytes, kRecords.at(number)) << bit;
    }
  }
}

/// A record of one number is none of another, and one of other work is none of this.
TEST_F(RecordFile, TakesNoRecordForAnother) {
  for (const auto& [number, bytes] : kRecords)
    for (const auto& [other, other_bytes] : kRecords) {
      if (number == other) continue;
      std::string record = record_of(work, number, bytes);
      record.replace(7, std::to_string(number).size(), std::to_string(other));
      EXPECT_EQ(read(head_of_records(work) + record, work), Records{});
    }
  const Work other("other");
  EXPECT_EQ(read(head_of_records(work) + record_of(other, 1, "a row"), work), Records{});
}

TEST_F(RecordFile, OfOtherWorkIsRefusedWithWhatDiffers) {
  Work misere("test");
  misere.add("play", "misere");
  EXPECT_FALSE(read(text, misere));
  EXPECT_NE(refusal.find("other work (play: normal there, misere here)"), std::string::npos) << refusal;
  Work more("test");
  more.add("play", "normal").add("heaps", std::uint64_t{7});
  EXPECT_FALSE(read(text, more));
  EXPECT_NE(refusal.find("heaps: nothing there, 7 here"), std::string::npos) << refusal;
  EXPECT_FALSE(read(text, Work("test")));
  EXPECT_NE(refusal.find("play: normal there, nothing here"), std::string::npos) << refusal;
}

TEST_F(RecordFile, OfAnotherVersionIsRefusedByName) {
  std::string other = text;
  other.replace(other.find('\n') - 1, 1, "9");
  EXPECT_FALSE(read(other, work));
  EXPECT_NE(refusal.find("another version of Bouton"), std::string::npos) << refusal;
  for (const char* earlier : {"Bouton journal 1 survey octal:0.dd 500\n0 2 cd\n{}\n", "BoutonST\1"}) {
    EXPECT_FALSE(read(earlier, work));
    EXPECT_NE(refusal.find("does not say which work it is of"), std::string::npos) << refusal;
  }
  EXPECT_FALSE(read("precious data of somebody\n", work));
  EXPECT_NE(refusal.find("not a file in which Bouton keeps"), std::string::npos) << refusal;
}

TEST(Work, DifferentFactsAreDifferentTexts) {
  const auto text = [](std::string_view name, std::string_view value) { return Work("test").add(name, value).text(); };
  EXPECT_NE(text("f", "a\nb"), text("f", "a b"));
  EXPECT_NE(text("f", "\xff"), text("f", "\xfe"));
  EXPECT_NE(text("f", std::string(300, 'a') + "b" + std::string(300, 'a')), text("f", std::string(601, 'a')));
  EXPECT_EQ(text("f", "a\nb"), text("f", "a\nb"));
}

/// Damage of any byte, or any end, costs the whole file; none of its pieces is ever taken for another.
TEST(PieceFile, IsReadWholeOrRefused) {
  const test::TemporaryDirectory folder;
  const Work work = Work("search").add("rules", "of this test");
  const std::vector<std::string> pieces = {"one", std::string(300, 'x'), "record 2 0 0\n"};
  PieceFile file(folder / "file", work);
  for (const std::string& piece : pieces) file.write(piece);
  file.finish();
  const auto read = [&](const char* name, const Work& of) {
    std::vector<std::string> found;
    const bool is_there = read_pieces(folder / name, of, Budget(), [&](std::string_view piece) { found.emplace_back(piece); });
    return std::pair(is_there, found);
  };
  EXPECT_EQ(read("file", work), std::pair(true, pieces));
  EXPECT_EQ(read("none", work), std::pair(false, std::vector<std::string>()));
  EXPECT_THROW(read("file", Work("search").add("rules", "of another")), RequestError);
  EXPECT_EQ(first_piece(folder / "file", work, 3), "one");
  EXPECT_EQ(first_piece(folder / "file", Work("search"), 3), "");
  EXPECT_EQ(fact_of_kept_file(folder / "file", "rules"), "of this test");
  const std::string whole = *read_whole_file(folder / "file");
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 4);
    folder.write("damaged", damaged);
    EXPECT_THROW(read("damaged", work), RequestError) << at;
    folder.write("damaged", whole.substr(0, at));
    EXPECT_THROW(read("damaged", work), RequestError) << at;
  }
  folder.write("damaged", whole + "x");
  EXPECT_THROW(read("damaged", work), RequestError);
  EXPECT_THROW(PieceFile(folder / "no/such/folder", work), OutputError);
}

/// Another process that comes further replaces the file while this one reads it.
TEST(PieceFile, IsReadAsItWasWhileAnotherReplacesIt) {
  const test::TemporaryDirectory folder;
  const Work work("search");
  const auto write = [&](const std::vector<std::string>& pieces) {
    PieceFile file(folder / "file", work);
    for (const std::string& piece : pieces) file.write(piece);
    file.finish();
  };
  write({"one"});
  std::vector<std::string> found;
  const bool is_there = read_pieces(folder / "file", work, Budget(), [&](std::string_view piece) {
    found.emplace_back(piece);
    write({"one", "and one more"});
  });
  EXPECT_TRUE(is_there);
  EXPECT_EQ(found, std::vector<std::string>{"one"});
}

}  // namespace
}  // namespace bouton
