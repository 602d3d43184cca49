#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "catalogue/catalogue.h"
#include "service/parties/party_judgements.h"

namespace vedette::service {

// The files that judgements are exchanged in, one JSON value a line:
//   kOwn           {"left": "un-sc:QDi.001", "right": ..., "verdict": "same", "reason", "user",
//   "at"} kNomenklatura  its resolver's [left, right, judgement, score, user, timestamp], with
//   positive,
//                  negative and unsure; scores are 0 to 1
enum class JudgementFormat : std::uint8_t { kOwn, kNomenklatura };

// One line, with its line end.
std::string to_line(const Judgement& judgement, JudgementFormat format);

// Reads both formats, line by line, and finds the entries (find_entry()). Ids that nomenklatura
// made itself (NK-...) and Wikidata's (Q42) stand for the entries that are positive with them.
// kInvalidInput with the line when one cannot be read; kNotFound, ENTRY_NOT_FOUND, with the id of
// an unknown entry. `conflict` of the results is not filled in.
base::Result<std::vector<NewJudgement>> read_judgements(const catalogue::Catalogue& catalogue,
                                                        std::string_view text);

}  // namespace vedette::service
