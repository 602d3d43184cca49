#include <archive.h>
#include <archive_entry.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lists/formats/reading.h"
#include "lists/input/unpacked_copy.h"

// Compressed files are read whole or refused: a list that is short without a word clears people
// who are on it.

namespace vedette::lists {
namespace {

using testing::HasSubstr;

constexpr std::string_view kUn =
    "<?xml version=\"1.0\"?><CONSOLIDATED_LIST dateGenerated=\"2025-01-01T00:00:00Z\"><INDIVIDUALS>"
    "<INDIVIDUAL><DATAID>1</DATAID><FIRST_NAME>OMAR</FIRST_NAME></INDIVIDUAL>"
    "<INDIVIDUAL><DATAID>2</DATAID><FIRST_NAME>ALI</FIRST_NAME></INDIVIDUAL>"
    "</INDIVIDUALS></CONSOLIDATED_LIST>";

struct Member {
  std::string name;
  std::string bytes;
};

// Bytes packed the way publishers pack them.
std::string packed(std::string_view filter, const std::vector<Member>& members) {
  std::string out(131072, '\0');
  for (const Member& each : members)
    out.resize(out.size() + each.bytes.size() * 2);
  std::size_t used = 0;
  archive* a = archive_write_new();
  if (filter == "zip") {
    archive_write_set_format_zip(a);
  } else {
    archive_write_add_filter_by_name(a, std::string(filter).c_str());
    archive_write_set_format_raw(a);
  }
  archive_write_open_memory(a, out.data(), out.size(), &used);
  for (const Member& each : members) {
    archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, each.name.c_str());
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_size(entry, static_cast<la_int64_t>(each.bytes.size()));
    archive_write_header(a, entry);
    archive_write_data(a, each.bytes.data(), each.bytes.size());
    archive_entry_free(entry);
  }
  archive_write_close(a);
  archive_write_free(a);
  out.resize(used);
  return out;
}

std::string packed(std::string_view filter, std::string_view bytes) {
  return packed(filter, {{"inside.xml", std::string(bytes)}});
}

class TextSource final : public ByteSource {
 public:
  explicit TextSource(std::string_view text) : text_(text) {}
  base::Result<std::size_t> read(char* out, std::size_t size) override {
    const std::size_t count = std::min(size, text_.size());
    text_.copy(out, count);
    text_.remove_prefix(count);
    return count;
  }
  std::uint64_t position() const override { return 0; }

 private:
  std::string_view text_;
};

// An import opens a file five times. Unpacking bzip2 costs more than reading the list.
TEST(UnpackedCopy, UnpacksOnceHoweverOftenItIsOpened) {
  int unpacked = 0;
  UnpackedCopy copy(
      [&]() -> base::Result<std::unique_ptr<ByteSource>> {
        ++unpacked;
        return std::unique_ptr<ByteSource>(std::make_unique<TextSource>(kUn));
      },
      10);
  for (int i = 0; i < 5; ++i) {
    auto source = copy.open();
    ASSERT_TRUE(source.ok());
    std::string text(kUn.size() + 1, '\0');
    const auto count = (*source)->read(text.data(), text.size());
    ASSERT_TRUE(count.ok());
    EXPECT_EQ(text.substr(0, *count), kUn);
    if (i > 0) {
      EXPECT_EQ((*source)->position(), 10u);
    }
  }
  EXPECT_EQ(unpacked, 2);  // the look at the beginning, and the copy
}

// All that a file unpacks to, or why it does not.
struct Contents {
  std::string bytes;
  std::string refused;
};

Contents contents_of(std::string_view file) {
  Contents contents;
  const auto opened = open_bytes("f", file);
  if (!opened.ok()) return {{}, opened.error().message};
  for (const auto& input : *opened) {
    const auto source = input->open();
    if (!source.ok()) return {{}, source.error().message};
    std::vector<char> block(1000);
    for (;;) {
      const auto count = (*source)->read(block.data(), block.size());
      if (!count.ok()) return {std::move(contents.bytes), count.error().message};
      if (*count == 0) break;
      contents.bytes.append(block.data(), *count);
    }
  }
  return contents;
}

// Two parts of a list that do not look alike.
std::string lines(int from) {
  std::string text;
  for (int i = from; i < from + 30; ++i)
    text += fmt::format("{{\"id\":\"{}\",\"name\":\"Name {}\"}}\n", i, i * 7919 % 10007);
  return text;
}

constexpr const char* kStreams[] = {"gzip", "bzip2", "xz", "zstd"};

TEST(Packing, CompressedFilesAreReadAsTheyAre) {
  for (const char* filter : {"gzip", "zstd", "xz", "bzip2", "zip"}) {
    const auto reading = read_bytes("un.xml", packed(filter, kUn));
    EXPECT_EQ(reading.refused, "") << filter;
    EXPECT_EQ(reading.account.accepted, 2U) << filter;
  }
}

TEST(Packing, ATruncatedArchiveIsRefused) {
  // Long and irregular enough that the end is really missing.
  std::string bytes = "<CONSOLIDATED_LIST>";
  for (int i = 0; i < 1000; ++i)
    bytes += fmt::format("<ENTITY><DATAID>{}</DATAID><FIRST_NAME>N{}</FIRST_NAME></ENTITY>", i,
                         i * 7919 % 10007);
  bytes += "</CONSOLIDATED_LIST>";
  for (const char* filter : {"gzip", "zstd", "xz", "bzip2", "zip"}) {
    const std::string whole = packed(filter, bytes);
    EXPECT_EQ(read_bytes("un.xml", whole).account.accepted, 1000U) << filter;
    EXPECT_NE(read_bytes("un.xml", whole.substr(0, whole.size() / 2)).refused, "") << filter;
  }
}

TEST(Packing, ADamagedArchiveIsRefusedOrReadButNeverStopsTheProgram) {
  for (const char* filter : {"gzip", "zstd", "xz", "bzip2", "zip"}) {
    const std::string whole = packed(filter, kUn);
    int refused = 0;
    for (std::size_t i = 0; i < whole.size(); ++i) {
      std::string damaged = whole;
      damaged[i] = static_cast<char>(damaged[i] ^ 0xFF);
      refused += !read_bytes("un.xml", damaged).refused.empty();
    }
    EXPECT_GT(refused, 0) << filter;
  }
}

TEST(Packing, ABombIsRefusedLongBeforeItIsUnpacked) {
  const std::string bomb = packed("gzip", std::string(80U << 20, ' '));
  ASSERT_LT(bomb.size(), 1U << 20);
  auto opened = open_bytes("bomb.gz", bomb);
  ASSERT_TRUE(opened.ok());
  auto source = opened->front()->open();
  ASSERT_TRUE(source.ok());
  std::vector<char> buffer(1U << 20);
  for (;;) {
    const auto count = (*source)->read(buffer.data(), buffer.size());
    if (!count.ok()) {
      EXPECT_EQ(count.error().cause, base::Cause::kTooLarge);
      return;
    }
    ASSERT_NE(*count, 0U) << "the whole bomb was unpacked";
  }
}

TEST(Packing, FilesOfSeveralPartsAreReadWhole) {
  for (const char* filter : kStreams) {
    const Contents got = contents_of(packed(filter, lines(0)) + packed(filter, lines(100)) +
                                     packed(filter, lines(200)));
    EXPECT_EQ(got.refused, "") << filter;
    EXPECT_EQ(got.bytes, lines(0) + lines(100) + lines(200)) << filter;
  }
}

TEST(Packing, WhatFollowsTheLastPartRefusesTheFile) {
  for (const char* filter : kStreams) {
    std::string second = packed(filter, lines(100));
    second[0] = static_cast<char>(second[0] ^ 1);
    std::string noise;
    for (int i = 0; i < 3000; ++i)
      noise += static_cast<char>(i * i * 31 + 7);
    std::string zeros_and_more(600, '\0');
    zeros_and_more += "x";
    for (const std::string& rest :
         {second, noise, zeros_and_more, std::string("x"), second.substr(0, 3),
          packed(filter, lines(100)).substr(0, 1), packed(filter, lines(100)).substr(0, 9)})
      EXPECT_THAT(contents_of(packed(filter, lines(0)) + rest).refused,
                  HasSubstr("cannot be unpacked: "))
          << filter << ", " << rest.size() << " bytes more";
  }
  EXPECT_THAT(
      contents_of(packed("bzip2", lines(0)) + "more").refused,
      HasSubstr(fmt::format("follows its first {} bytes", packed("bzip2", lines(0)).size())));
}

// Those who write whole blocks fill up the last one; zstd knows no such thing.
TEST(Packing, ZerosAfterTheLastPartArePassedOver) {
  for (const char* filter : {"gzip", "bzip2", "xz"}) {
    const Contents got = contents_of(packed(filter, lines(0)) + std::string(200'000, '\0'));
    EXPECT_EQ(got.refused, "") << filter;
    EXPECT_EQ(got.bytes, lines(0)) << filter;
  }
}

TEST(Packing, FramesOfZstdThatAreToBeSkippedAreSkipped) {
  using namespace std::string_view_literals;
  const std::string skipped("\x50\x2A\x4D\x18\x05\0\0\0hello"sv);
  const Contents got =
      contents_of(packed("zstd", lines(0)) + skipped + packed("zstd", lines(100)) + skipped);
  EXPECT_EQ(got.refused, "");
  EXPECT_EQ(got.bytes, lines(0) + lines(100));
}

TEST(Packing, AFilePackedTwiceIsUnpackedTwiceAndJustAsWhole) {
  for (const char* outer : kStreams)
    for (const char* inner : kStreams) {
      const Contents got = contents_of(packed(outer, packed(inner, lines(0))));
      EXPECT_EQ(got.refused, "") << outer << inner;
      EXPECT_EQ(got.bytes, lines(0)) << outer << inner;
      EXPECT_NE(contents_of(packed(outer, packed(inner, lines(0)) + "x")).refused, "")
          << outer << inner;
    }
  std::string often = lines(0);
  for (int i = 0; i < 20; ++i)
    often = packed("gzip", often);
  EXPECT_THAT(contents_of(often).refused, HasSubstr("packed more than"));
}

// zstd is not among them: its checksum is optional, and libarchive writes none.
TEST(Packing, OneBitThatFlippedIsNoticedOrMakesNoDifference) {
  for (const char* filter : {"gzip", "bzip2", "xz", "zip"}) {
    const bool zip = std::string_view(filter) == "zip";
    const std::string whole = zip ? packed(filter, {{"a.json", lines(0)}, {"b.json", lines(100)}})
                                  : packed(filter, lines(0)) + packed(filter, lines(100));
    ASSERT_EQ(contents_of(whole).bytes, lines(0) + lines(100)) << filter;
    constexpr std::size_t kAfterWhatTellsThePacking = 6;
    for (std::size_t bit = kAfterWhatTellsThePacking * 8; bit < whole.size() * 8; ++bit) {
      std::string damaged = whole;
      damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
      const Contents got = contents_of(damaged);
      ASSERT_TRUE(!got.refused.empty() || got.bytes == lines(0) + lines(100))
          << filter << ", bit " << bit;
    }
  }
}

TEST(Packing, AZipOfTooManyFilesIsRefusedNotReadInPart) {
  std::vector<Member> members;
  for (int i = 0; i < 1001; ++i)
    members.push_back({fmt::format("{}.json", i), "{}"});
  EXPECT_THAT(contents_of(packed("zip", members)).refused, HasSubstr("more than 1000 files"));
}

}  // namespace
}  // namespace vedette::lists
