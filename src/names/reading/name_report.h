#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "names/reading/analyser.h"
#include "names/reading/name_rule.h"

namespace vedette::names {

// How a query is read, for people who ask why: `vedette analyse` and the text goldens
// (tests/goldens). Not for the hot path.

struct ReportedWord {
  std::string form;
  Role role;
  std::string_view treatment;           // what becomes of a word of this role
  std::vector<std::string> spellings;   // in Latin letters, the usual one first
  std::vector<std::string_view> facts;  // what else is known of it
};

// One name of the query: the query itself, or a further name that a rule found in it.
struct ReportedName {
  std::string text;
  const NameRule* rule = nullptr;  // null: the query itself
  Stages stages = {};
  std::vector<ReportedWord> words = {};
  bool truncated = false;  // something is longer than the limits
};

struct NameReport {
  Kind kind;
  std::vector<ReportedName> names;  // the query itself first
};

// `kind` is a concrete kind.
NameReport report_name(const Analyser& analyser, std::string_view query, Kind kind);

std::string_view role_id(Role role);

// For a terminal: one line per word, then the further names.
std::string to_text(const NameReport& report);
// A JSON array, one object per report.
std::string to_json(std::span<const NameReport> reports);

}  // namespace vedette::names
