#include "documents/pdf_document.h"

#include <gtest/gtest.h>

#include <thread>

namespace vedette::documents {
namespace {

std::size_t pages_of(const std::string& pdf) {
  // "/Type /Pages" is their list.
  constexpr std::string_view kPage = "/Type /Page";
  std::size_t pages = 0;
  for (std::size_t at = 0; (at = pdf.find(kPage, at)) != std::string::npos; at += kPage.size())
    if (pdf[at + kPage.size()] != 's') ++pages;
  return pages;
}
void expect_whole(const base::Result<std::string>& pdf) {
  ASSERT_TRUE(pdf.ok()) << pdf.error().message;
  EXPECT_TRUE(pdf->starts_with("%PDF-"));
  EXPECT_NE(pdf->find("%%EOF"), std::string::npos);
}

TEST(PdfDocument, HasTitleFactsAndTablesInAnyScript) {
  PdfDocument pdf("Case C-1", "Demonstration Bank");
  pdf.title("Наргиз Хазарбейли");
  pdf.heading("منذر خلف الزوبري");
  pdf.facts({{"Name", "毛泽东 · 김정은 · สมชาย"}, {"Empty", ""}});
  pdf.table({{2, 1, 1}, {"Attribute", "Customer", "Listed"}, {{"Born", "1957", "1958"}}});
  const auto made = pdf.finish();
  expect_whole(made);
  EXPECT_EQ(pages_of(*made), 1U);
}

TEST(PdfDocument, WhatDoesNotFitGoesOnOnTheNextPage) {
  PdfDocument pdf("Long", "foot");
  for (int i = 0; i < 40; ++i)
    pdf.paragraph(std::string(2'000, 'x') + " word");
  std::string tall;
  for (int i = 0; i < 300; ++i)
    tall += "line\n";
  pdf.table({{1, 1}, {}, {{tall, "beside it"}}});
  const auto made = pdf.finish();
  expect_whole(made);
  EXPECT_GT(pages_of(*made), 5U);
}

TEST(PdfDocument, HostileTextIsDrawnAsText) {
  PdfDocument pdf("</title>", "\xE2\x80\xAE reversed");
  std::string zalgo = "Z";
  for (int i = 0; i < 5'000; ++i)
    zalgo += "\xCC\xB4";
  std::string nested;
  for (int i = 0; i < 3'000; ++i)
    nested += "\xE2\x80\xAB\xE2\x81\xA6";
  for (const std::string& text :
       {zalgo, nested, std::string(3'000'000, 'W'), std::string("a\0b\x01\x1B[31m", 8),
        std::string("<b>&lt;%s%n</b>"), std::string("\xFF\xFE\xC3("), std::string("\n\n\n"),
        std::string("(\\) Tj endstream")}) {
    pdf.paragraph(text);
    pdf.facts({{text, text}});
  }
  expect_whole(pdf.finish());
}

TEST(PdfDocument, IsBoundedInPagesTextAndBytes) {
  const auto paragraphs = [](PdfLimits limits) {
    PdfDocument pdf("Long", "foot", limits);
    for (int i = 0; i < 200; ++i)
      pdf.paragraph(std::string(5'000, 'x'));
    const auto made = pdf.finish();
    EXPECT_FALSE(made.ok());
    return made.ok() ? base::Cause::kInternal : made.error().cause;
  };
  EXPECT_EQ(paragraphs({.pages = 3}), base::Cause::kTooLarge);
  EXPECT_EQ(paragraphs({.text_bytes = 20'000}), base::Cause::kTooLarge);
  EXPECT_EQ(paragraphs({.bytes = 4'000}), base::Cause::kTooLarge);
  EXPECT_EQ(paragraphs({.seconds = 0}), base::Cause::kTooLarge);
}

TEST(PdfDocument, ThreadsWaitForEachOther) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([] {
      PdfDocument pdf("T", "foot");
      pdf.paragraph("text");
      expect_whole(pdf.finish());
    });
  for (std::thread& each : threads)
    each.join();
}

}  // namespace
}  // namespace vedette::documents
