#include "ledger/audit.h"

#include <gtest/gtest.h>

#include <random>

#include "base/testing/test_seed.h"
#include "ledger/audit_chain.h"
#include "ledger/testing/store_fixture.h"

namespace vedette::ledger {
namespace {

using base::Cause;
using base::Result;
using sql::Sql;
using sql::Value;

constexpr std::int64_t kEntries = 30;
constexpr base::ProjectId kProject{1};

class AuditTest : public testing::StoreTest {
 protected:
  void SetUp() override {
    ledger_ = open();
    ASSERT_NE(ledger_, nullptr);
    for (std::int64_t i = 1; i <= kEntries; ++i)
      append(i);
    connection_ = connect();
  }

  void append(std::int64_t i) {
    clock_.advance(base::Millis{1});
    const auto result = ledger_->write(scope_, [&](ProjectWriter& writer) -> Result<void> {
      writer.audit({"record.changed", "user:1", "r-" + std::to_string(i),
                    AuditPayload().add("number", i).json(), 0});
      return {};
    });
    ASSERT_TRUE(result.ok()) << result.error().message;
  }

  void change(const Sql& text, std::vector<Value> values) { run(*connection_, text, values); }

  // What an auditor finds after `tamper`, which is undone again.
  template <class Tamper>
  ChainReport after(Tamper tamper, const std::optional<AuditHead>& exported = {}) {
    EXPECT_TRUE(connection_->begin(sql::Access::kWrite).ok());
    tamper();
    const auto report = walk_chain(*connection_, key_bytes_, kProject, exported);
    connection_->rollback();
    EXPECT_TRUE(report.ok());
    return report.ok() ? *report : ChainReport{};
  }

  ChainReport now(const std::optional<AuditHead>& exported = {}) {
    return *ledger_->verify_audit_chain(scope_, exported);
  }

  const ProjectScope scope_ = operator_.project(kProject);
  const base::Key256 key_bytes_ = audit_key(key_);
  std::unique_ptr<Ledger> ledger_;
  std::unique_ptr<sql::Connection> connection_;
};
VEDETTE_BOTH_STORES(AuditTest);

TEST_P(AuditTest, AnUntouchedChainIsWhole) {
  const ChainReport report = now();
  EXPECT_TRUE(report.whole()) << report.reason;
  EXPECT_EQ(report.entries, kEntries);
  EXPECT_EQ(report.head.sequence, kEntries);
  EXPECT_EQ(report.erased_payloads, 0);
}

TEST_P(AuditTest, EveryKindOfEditIsFoundAtTheEntryItTouched) {
  const auto seed = static_cast<unsigned>(base::test_seed());
  std::printf("seed %u\n", seed);
  std::mt19937 random(seed);
  static constexpr Sql kEdits[] = {
      "update audit_entries set at = at + 1 where project_id = 1 and sequence = $1",
      "update audit_entries set action = 'record.kept' where project_id = 1 and sequence = $1",
      "update audit_entries set actor = 'user:2' where project_id = 1 and sequence = $1",
      "update audit_entries set request_id = '' where project_id = 1 and sequence = $1",
      "update audit_entries set refers_to = 1 where project_id = 1 and sequence = $1",
      "update audit_entries set project_id = 2 where project_id = 1 and sequence = $1",
      "update audit_entries set sequence = sequence + 1000 where project_id = 1 and sequence = $1",
      "delete from audit_entries where project_id = 1 and sequence = $1",
      "update audit_payloads set payload = '{}' where project_id = 1 and sequence = $1",
      "delete from audit_payloads where project_id = 1 and sequence = $1",
      "update audit_payloads set sequence = sequence + 1000 where project_id = 1 and sequence = $1",
  };
  for (int round = 0; round < 10; ++round)
    for (const Sql& edit : kEdits) {
      const std::int64_t at = std::uniform_int_distribution<std::int64_t>(1, kEntries)(random);
      const ChainReport report = after([&] { change(edit, {at}); });
      EXPECT_FALSE(report.whole()) << edit.text() << " at " << at;
      const std::int64_t named = report.first_bad.value_or(0);
      // A payload that was moved behind the end is named where it stands now.
      EXPECT_TRUE(named == at || named == at + 1000)
          << edit.text() << ": " << named << " not " << at;
    }
}

TEST_P(AuditTest, ReplacedDigestsAndMacsAreFound) {
  const base::Sha256 forged = base::sha256("forged");
  for (const std::int64_t at : {std::int64_t{1}, kEntries / 2, kEntries}) {
    EXPECT_EQ(after([&] {
                change("update audit_entries set mac = $2 where project_id = 1 and sequence = $1",
                       {at, sql::bind(forged)});
              }).first_bad,
              at);
    EXPECT_EQ(after([&] {
                change(
                    "update audit_entries set payload_sha256 = $2 where project_id = 1"
                    " and sequence = $1",
                    {at, sql::bind(forged)});
              }).first_bad,
              at);
  }
}

TEST_P(AuditTest, SwappedEntriesAreFound) {
  for (const auto& [a, b] : {std::pair<std::int64_t, std::int64_t>(3, 4), {1, kEntries}}) {
    const ChainReport report = after([&] {
      change("update audit_entries set sequence = -1 where project_id = 1 and sequence = $1", {a});
      change("update audit_entries set sequence = $2 where project_id = 1 and sequence = $1",
             {b, a});
      change("update audit_entries set sequence = $1 where project_id = 1 and sequence = -1", {b});
    });
    EXPECT_EQ(report.first_bad, a);
  }
  // Payloads alone: the entries stay, what they say is exchanged.
  const ChainReport report = after([&] {
    change("update audit_payloads set sequence = -1 where project_id = 1 and sequence = 5", {});
    change("update audit_payloads set sequence = 5 where project_id = 1 and sequence = 9", {});
    change("update audit_payloads set sequence = 9 where project_id = 1 and sequence = -1", {});
  });
  EXPECT_EQ(report.first_bad, 5);
}

TEST_P(AuditTest, AnEntryBeforeTheFirstIsFound) {
  for (const std::int64_t place : {std::int64_t{0}, std::int64_t{-7}})
    EXPECT_EQ(
        after([&] {
          change(
              "insert into audit_entries select project_id, $1, at, action, actor, request_id,"
              " refers_to, payload_sha256, mac from audit_entries"
              " where project_id = 1 and sequence = 3",
              {place});
        }).first_bad,
        place);
}

TEST_P(AuditTest, BytesThatMoveFromThePayloadToTheSaltAreFound) {
  // Salt and payload are hashed one after the other: the digest is the same wherever one ends.
  const auto rows = query_rows<sql::OwnedBytes, std::string>(
      *connection_,
      "select salt, payload from audit_payloads where project_id = 1 and sequence = 4", {});
  ASSERT_TRUE(rows.ok());
  const auto& [salt, payload] = rows->at(0);
  const std::string longer = salt.bytes + payload.substr(0, 1);
  const std::string shorter = payload.substr(1);
  const ChainReport report = after([&] {
    change(
        "update audit_payloads set salt = $1, payload = $2 where project_id = 1 and sequence = 4",
        {sql::bind(sql::Bytes{longer}), sql::bind(shorter)});
  });
  EXPECT_EQ(report.first_bad, 4);
}

TEST_P(AuditTest, AForgedEntryIsFoundBecauseTheKeyIsNotInTheDatabase) {
  const ChainReport report = after([&] {
    const RowSeals seals{ServerKey(base::random_key())};
    const ChainKeys keys{base::random_key(), seals};
    ChainAppender forger(*connection_, keys);
    ASSERT_TRUE(forger.lock(kProject).ok());
    forger.append(kProject, clock_.now(), {"user.disabled", "operator", "", "", 0});
    ASSERT_TRUE(forger.flush().ok());
  });
  EXPECT_EQ(report.first_bad, kEntries + 1);
}

TEST_P(AuditTest, ACutTailIsFoundByTheHeadOrByAnExportedHead) {
  const AuditHead exported = now().head;
  const auto cut = [&](std::int64_t keep) {
    change("delete from audit_payloads where project_id = 1 and sequence > $1", {keep});
    change("delete from audit_entries where project_id = 1 and sequence > $1", {keep});
  };
  EXPECT_EQ(after([&] { cut(kEntries - 1); }).first_bad, kEntries);
  EXPECT_EQ(after([&] { cut(0); }).first_bad, 1);
  // An intruder who also turns the head back leaves a chain that fits in itself.
  const auto cut_and_turn_back = [&](std::int64_t keep) {
    cut(keep);
    change(
        "update audit_heads set sequence = $1, mac = (select mac from audit_entries"
        " where project_id = 1 and sequence = $1) where project_id = 1",
        {keep});
  };
  EXPECT_TRUE(after([&] { cut_and_turn_back(20); }).whole());
  EXPECT_EQ(after([&] { cut_and_turn_back(20); }, exported).first_bad, 21);
  const auto gone = [&] {
    cut(0);
    change("delete from audit_heads where project_id = 1", {});
  };
  EXPECT_TRUE(after(gone).whole());
  EXPECT_EQ(after(gone, exported).first_bad, 1);
}

TEST_P(AuditTest, AnotherHistoryOfTheSameLengthIsFoundByAnExportedHead) {
  AuditHead exported = now().head;
  exported.mac = base::sha256("the head that was exported from another history");
  EXPECT_EQ(now(exported).first_bad, kEntries);
  append(kEntries + 1);
  EXPECT_EQ(now(exported).first_bad, kEntries);
}

TEST_P(AuditTest, AGrownChainStillFitsTheExportedHead) {
  const AuditHead exported = now().head;
  append(kEntries + 1);
  EXPECT_TRUE(now(exported).whole());
}

TEST_P(AuditTest, AnErasedPayloadLeavesTheChainWhole) {
  const AuditHead exported = now().head;
  ASSERT_TRUE(ledger_->erase_audit_payload(scope_, 7, "operator").ok());
  const ChainReport report = now(exported);
  EXPECT_TRUE(report.whole()) << report.reason;
  EXPECT_EQ(report.erased_payloads, 1);
  EXPECT_EQ(report.entries, kEntries + 1);
  EXPECT_EQ(ledger_->erase_audit_payload(scope_, 7, "operator").error().cause, Cause::kNotFound);
  EXPECT_EQ(after([&] {
              change("delete from audit_payloads where project_id = 1 and sequence = 8", {});
            }).first_bad,
            8)
      << "an announced erasure must not excuse another one";
}

TEST_P(AuditTest, AnotherKeySeesNoValidEntry) {
  EXPECT_TRUE(connection_->begin(sql::Access::kRead).ok());
  const auto report = walk_chain(*connection_, base::random_key(), kProject, {});
  connection_->rollback();
  EXPECT_EQ(report->first_bad, 1);
}

TEST_P(AuditTest, ALedgerIsNotOpenedWithAnotherKeyThanItsOwn) {
  const ServerKey other(base::random_key());
  EXPECT_TRUE(Ledger::open(settings_, clock_, other).ok()) << "nothing shows yet which key it has";
  ASSERT_TRUE(ledger_
                  ->write(operator_,
                          [](OperatorWriter& writer) -> Result<void> {
                            writer.audit({"project.added", "operator", "", "", 0});
                            return {};
                          })
                  .ok());
  const auto refused = Ledger::open(settings_, clock_, other);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().cause, Cause::kForbidden);
  EXPECT_NE(refused.error().message.find("key_file"), std::string::npos);
  EXPECT_TRUE(Ledger::open(settings_, clock_, key_).ok());
}

TEST_P(AuditTest, ExportedHeadsHoldEveryChainAndAreSigned) {
  const auto exported = ledger_->audit_heads(operator_);
  ASSERT_TRUE(exported.ok());
  ASSERT_EQ(exported->heads.size(), 1u);
  EXPECT_EQ(exported->heads[0].head.sequence, kEntries);
  const std::string text = signed_heads(*exported, key_);
  const auto read = read_signed_heads(text, key_);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read->at.unix_millis, exported->at.unix_millis);
  ASSERT_EQ(read->heads.size(), 1u);
  EXPECT_EQ(read->heads[0].project, kProject);
  EXPECT_EQ(read->heads[0].head.mac, exported->heads[0].head.mac);
  EXPECT_FALSE(read_signed_heads(text, ServerKey(base::random_key())).ok());
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string edited = text;
    edited[i] = edited[i] == '0' ? '1' : '0';
    EXPECT_FALSE(read_signed_heads(edited, key_).ok()) << "at " << i;
    EXPECT_FALSE(read_signed_heads(text.substr(0, i), key_).ok()) << "cut at " << i;
  }
}

TEST(AuditBytes, AreTheOnesOfTheDocument) {
  ChainedEntry entry;
  entry.project = base::ProjectId(2);
  entry.sequence = 3;
  entry.at = base::Time{4};
  entry.action = "a";
  entry.actor = "bc";
  entry.refers_to = 5;
  const auto number = [](char value) { return std::string(7, '\0') + value; };
  const std::string expected = "vedette-audit-1" + number(2) + number(3) + number(4) + number(1) +
                               "a" + number(2) + "bc" + number(0) + number(5) +
                               std::string(32, '\0') + std::string(32, '\x07');
  base::Sha256 previous;
  previous.fill(7);
  EXPECT_EQ(canonical_bytes(entry, previous), expected);
}

TEST(AuditPayload, IsOneJsonObjectWhateverTheValues) {
  EXPECT_EQ(AuditPayload().add("name", "a\"b\n").add("n", std::int64_t{-3}).json(),
            "{\"name\":\"a\\\"b\\u000a\",\"n\":-3}");
  EXPECT_EQ(AuditPayload().json(), "{}");
}

}  // namespace
}  // namespace vedette::ledger
