#include "ledger/sql/placeholders.h"

namespace vedette::ledger::sql {

std::string sqlite_placeholders(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (SqlCharacters at(text); !at.done();) {
    const std::size_t here = at.position();
    const bool code = at.step();
    // A step may take two characters (the start of a block comment).
    for (std::size_t i = here; i < at.position(); ++i)
      out += code && text[i] == '$' ? '?' : text[i];
  }
  return out;
}

std::vector<std::string> split_statements(std::string_view script) {
  std::vector<std::string> out;
  std::string statement;
  bool has_code = false;
  for (SqlCharacters at(script); !at.done();) {
    const std::size_t here = at.position();
    const bool code = at.step();
    if (code && script[here] == ';') {
      if (has_code) out.push_back(statement);
      statement.clear();
      has_code = false;
      continue;
    }
    const bool blank = script[here] == ' ' || script[here] == '\n' || script[here] == '\t';
    has_code = has_code || (code && !blank);
    statement.append(script.substr(here, at.position() - here));
  }
  if (has_code) out.push_back(statement);
  return out;
}

}  // namespace vedette::ledger::sql
