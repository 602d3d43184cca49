#include "service/monitoring/case_items.h"

#include "service/erasure/erasure.h"
#include "service/monitoring/case_detail.h"
#include "service/monitoring/case_file_types.h"
#include "service/testing/monitoring_fixture.h"

namespace vedette::service {
namespace {

using base::Cause;
using ledger::sql::Sql;
using profile::Family;

class CaseItemsTest : public testing::MonitoringTest {
 protected:
  void SetUp() override {
    MonitoringTest::SetUp();
    serve({});
    save(Family::kIndividual, {change("C-1", "Vasco Orlok"), change("C-2", "Ida Brandt")});
  }
  base::Result<CaseItem> add(const std::string& id, CaseItem item,
                             const std::string& content = "") {
    return add_case_item(*ledger_, *actor_, {Family::kIndividual, id}, std::move(item), content);
  }
  base::Result<CaseItem> add_file(const std::string& name, const std::string& content) {
    return add("C-1", {.kind = CaseItemKind::kFile, .name = name, .media_type = "application/pdf"},
               content);
  }
  base::Result<AttachedFile> file(std::int64_t number) {
    return read_case_file(*ledger_, *scope_, {Family::kIndividual, "C-1"}, number);
  }
  std::vector<CaseItem> items(const std::string& id) {
    const auto detail = read_case(*ledger_, *scope_, Family::kIndividual, id);
    EXPECT_TRUE(detail.ok()) << (detail.ok() ? "" : detail.error().message);
    return detail.ok() ? detail->items : std::vector<CaseItem>();
  }
  std::int64_t rows(const Sql& sql) {
    const auto found = ledger::query_rows<std::int64_t>(*connect(), sql, {});
    EXPECT_TRUE(found.ok());
    return found.ok() ? std::get<0>(found->front()) : -1;
  }
  static std::string code_of(const base::Error& error) {
    return error.details.empty() ? "" : error.details.front().code;
  }
};

TEST_P(CaseItemsTest, CommentsFilesAndLinksAreKeptInTheirOrder) {
  ASSERT_TRUE(add("C-1", {.comment = "Called the branch."}).ok());
  const std::string content("%PDF-1.7 \0 bytes \xFF", 18);
  ASSERT_TRUE(add_file("passport.pdf", content).ok());
  ASSERT_TRUE(
      add("C-1",
          {.kind = CaseItemKind::kLink, .link_kind = CaseLinkKind::kRecord, .link_id = "C-2"})
          .ok());
  const auto all = items("C-1");
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].comment, "Called the branch.");
  EXPECT_EQ(all[0].username, "ann");
  EXPECT_EQ(all[1].name, "passport.pdf");
  EXPECT_EQ(all[1].bytes, 18);
  EXPECT_EQ(all[2].name, "Ida Brandt");
  EXPECT_EQ(file(2)->content, content);
  EXPECT_TRUE(items("C-2").empty());
  EXPECT_TRUE(ledger_->verify_audit_chain(*scope_)->whole());
  EXPECT_EQ(rows(Sql("select count(*) from audit_entries where action like 'case.%'")), 3);
}

TEST_P(CaseItemsTest, WhatIsNotThereIsNamed) {
  EXPECT_EQ(code_of(add("absent", {.comment = "x"}).error()), "RECORD_NOT_FOUND");
  EXPECT_EQ(code_of(add("C-1", {.kind = CaseItemKind::kLink,
                                .link_kind = CaseLinkKind::kRecord,
                                .link_id = "absent"})
                        .error()),
            "LINK_NOT_FOUND");
  EXPECT_EQ(code_of(file(1).error()), "ITEM_NOT_FOUND");
  ASSERT_TRUE(add("C-1", {.comment = "x"}).ok());
  EXPECT_EQ(code_of(file(1).error()), "ITEM_NOT_FOUND");
}

TEST_P(CaseItemsTest, ARemovedFileLosesItsBytesAndKeepsItsPlace) {
  ASSERT_TRUE(add_file("a.pdf", "%PDF-a").ok());
  ASSERT_TRUE(add("C-1", {.comment = "stays"}).ok());
  const CaseKey key{Family::kIndividual, "C-1"};
  const Actor other{*scope_, "user:2", "ben", "request-2"};
  EXPECT_EQ(code_of(remove_case_item(*ledger_, other, key, 1, false).error()), "NOT_YOUR_ITEM");
  EXPECT_EQ(code_of(remove_case_item(*ledger_, *actor_, key, 2, true).error()), "COMMENT_STAYS");
  ASSERT_TRUE(remove_case_item(*ledger_, other, key, 1, true).ok());
  EXPECT_EQ(code_of(remove_case_item(*ledger_, other, key, 1, true).error()), "ITEM_NOT_FOUND");
  const auto all = items("C-1");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_TRUE(all[0].is_removed());
  EXPECT_EQ(all[0].removed_by, "ben");
  EXPECT_EQ(rows(Sql("select count(*) from case_files")), 0);
  EXPECT_FALSE(file(1).ok());
}

TEST_P(CaseItemsTest, ACaseHasOnlySoManyFiles) {
  for (std::int64_t i = 0; i < kMostFilesOfCase; ++i)
    ASSERT_TRUE(add_file("a.pdf", "%PDF-" + std::to_string(i)).ok());
  EXPECT_EQ(code_of(add_file("a.pdf", "%PDF-").error()), "CASE_FULL");
  EXPECT_TRUE(add("C-1", {.comment = "x"}).ok());
}

TEST_P(CaseItemsTest, WhatWasChangedOrTakenOutInTheDatabaseIsNoticed) {
  ASSERT_TRUE(add_file("a.pdf", "%PDF-a").ok());
  ASSERT_TRUE(add("C-1", {.comment = "true"}).ok());
  ASSERT_EQ(run(*connect(), Sql("update case_files set content = substr(content, 2)")), 1);
  EXPECT_EQ(file(1).error().cause, Cause::kCorrupt);
  ASSERT_EQ(run(*connect(), Sql("update case_items set comment = 'lie' where item = 2")), 1);
  EXPECT_EQ(read_case(*ledger_, *scope_, Family::kIndividual, "C-1").error().cause,
            Cause::kCorrupt);
  ASSERT_EQ(run(*connect(), Sql("update case_items set comment = 'true' where item = 2")), 1);
  EXPECT_EQ(items("C-1").size(), 2U);
  ASSERT_EQ(run(*connect(), Sql("delete from case_items where item = 1")), 1);
  EXPECT_FALSE(read_case(*ledger_, *scope_, Family::kIndividual, "C-1").ok());
}

TEST_P(CaseItemsTest, AnErasedCustomerLeavesNoFileCommentOrLink) {
  ASSERT_TRUE(add_file("a.pdf", "%PDF-a").ok());
  ASSERT_TRUE(add("C-1", {.comment = "Vasco Orlok called"}).ok());
  ASSERT_TRUE(add("C-2", {.kind = CaseItemKind::kLink,
                          .comment = "his cousin",
                          .link_kind = CaseLinkKind::kRecord,
                          .link_id = "C-1"})
                  .ok());
  const auto person = Person::of(base::Key256{}, "C-1", "");
  ASSERT_TRUE(person.ok());
  const auto done = erase_person(*ledger_, *actor_, *person, clock_.now());
  ASSERT_TRUE(done.ok()) << done.error().message;
  EXPECT_EQ(done->case_links, 1);
  EXPECT_EQ(count_traces(*ledger_, *scope_, *person)->total(), 0);
  EXPECT_EQ(rows(Sql("select count(*) from case_files")), 0);
  EXPECT_EQ(rows(Sql("select count(*) from case_items where comment <> '' or name <> ''")), 0);
  EXPECT_EQ(rows(Sql("select count(*) from audit_payloads where payload like '%Orlok%'")), 0);
  const auto left = items("C-2");
  ASSERT_EQ(left.size(), 1U);
  EXPECT_TRUE(left[0].is_removed());
  EXPECT_TRUE(ledger_->verify_audit_chain(*scope_)->whole());
}

VEDETTE_BOTH_STORES(CaseItemsTest);

TEST(CaseFileTypes, GoByTheEndingAndTheFirstBytes) {
  EXPECT_EQ(case_file_type("Passport.PDF"), "application/pdf");
  for (const char* name : {"page.html", "a.svg", "a.exe", "a.pdf.js", "pdf", ".pdf", "a.docm", ""})
    EXPECT_FALSE(case_file_type(name)) << name;
  EXPECT_TRUE(begins_as("application/pdf", "%PDF-1.7"));
  EXPECT_FALSE(begins_as("application/pdf", "<html>"));
  EXPECT_TRUE(begins_as("text/plain", "anything"));
}

}  // namespace
}  // namespace vedette::service
