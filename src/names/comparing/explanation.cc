#include "names/comparing/explanation.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/log.h"
#include "names/tables/costs.h"

namespace vedette::names {
namespace {

std::string_view way_phrase(Way way) {
  switch (way) {
    case Way::kNone:
      return "not met";
    case Way::kExact:
      return "the same word";
    case Way::kVariant:
      return "the same word with a letter written differently";
    case Way::kRomanised:
      return "the same word in another script";
    case Way::kSpelling:
      return "a known spelling of the same name";
    case Way::kTranslation:
      return "the same name in another language";
    case Way::kNickname:
      return "known forms of one name";
    case Way::kGendered:
      return "the same family name of a woman and of a man";
    case Way::kSound:
      return "sounds the same";
    case Way::kSkeleton:
      return "the same consonants without vowels";
    case Way::kByEar:
      return "written by ear in another script";
    case Way::kEdit:
      return "misspelled";
    case Way::kAnagram:
      return "the same letters in another order";
    case Way::kInitial:
      return "an initial";
    case Way::kParticle:
      return "a particle of the same kind";
    case Way::kConcept:
      return "the same meaning in another language";
    case Way::kAbbreviation:
      return "an abbreviation";
    case Way::kNarrower:
      return "the same with a generic word more";
    case Way::kPlace:
      return "the same place";
    case Way::kNumeral:
      return "the same number";
    case Way::kSeries:
      return "another number of a series of funds";
    case Way::kJoined:
      return "written together or apart";
    case Way::kAcronym:
      return "initials of the whole name";
    case Way::kCut:
      return "the beginning of the name, cut within a word";
  }
  return "";
}

std::string_view reason_phrase(Reason reason) {
  switch (reason) {
    case Reason::kMeeting:
      return "met another way";
    case Reason::kOmittedName:
      return "names that only one side has";
    case Reason::kLoneName:
      return "only one full name is shared";
    case Reason::kContradiction:
      return "names on both sides that do not meet";
    case Reason::kOmittedParticle:
      return "titles, particles or suffixes that only one side has";
    case Reason::kOmittedTitle:
      return "a title that only one side has";
    case Reason::kOmittedSuffix:
      return "a suffix that only one side has";
    case Reason::kOmittedGeneration:
      return "junior, senior or a number that only one side has";
    case Reason::kGenerationConflict:
      return "different generations";
    case Reason::kRepeatedWord:
      return "a word that is repeated";
    case Reason::kFiliationReversed:
      return "father and son are exchanged";
    case Reason::kReordered:
      return "another order of words";
    case Reason::kInitialsOnly:
      return "nothing but initials agrees";
    case Reason::kWeakEvidence:
      return "no name alone agrees well enough";
    case Reason::kLoneShortForm:
      return "a short form alone";
    case Reason::kTooManyEdits:
      return "too many misspelled letters for so short a name";
    case Reason::kOmittedWord:
      return "a distinctive word that only one side has";
    case Reason::kOmittedPlace:
      return "a place that only one side has";
    case Reason::kOmittedNumeral:
      return "a number that only one side has";
    case Reason::kOmittedBusiness:
      return "a line of business that only one side has";
    case Reason::kOmittedGeneric:
      return "a generic word that only one side has";
    case Reason::kOmittedAlternative:
      return "an alternative name that only one side has";
    case Reason::kOmittedAddress:
      return "an address behind the name";
    case Reason::kLegalAbsent:
      return "a legal form that only one side has";
    case Reason::kLegalForm:
      return "another legal form";
    case Reason::kLegalConflict:
      return "legal forms that exclude each other";
    case Reason::kGenericOnly:
      return "only generic words agree";
    case Reason::kSetAside:
      return "words of no weight that only one side has";
    case Reason::kNotIdentical:
      return "not written alike in every letter";
    case Reason::kNothingShared:
      return "nothing is shared";
  }
  return "";
}

bool omitted_by_role(Role role) {
  return role == Role::kTitle || role == Role::kSuffix || role == Role::kGeneration;
}

class Explainer {
 public:
  Explainer(NameView query, NameView listed, const Tally& tally, Explanation& out)
      : query_(query), listed_(listed), tally_(tally), out_(out) {}

  void write() {
    write_words();
    write_left();
    write_costs();
    write_sentence();
  }

 private:
  std::string words_of(NameView name, std::size_t begin, std::size_t count) const {
    std::string text;
    for (std::size_t i = begin; i < begin + count; ++i) {
      if (i > begin) text += ' ';
      text += name.form(name.words()[i]);
    }
    return text;
  }

  const Meeting* meeting_of(bool query, std::size_t word) const {
    for (const Meeting& m : tally_.meetings()) {
      const std::size_t begin = query ? m.query : m.listed;
      const std::size_t count = query ? m.query_count : m.listed_count;
      if (word >= begin && word < begin + count) return &m;
    }
    return nullptr;
  }

  void write_words() {
    const auto words = query_.words();
    for (std::size_t i = 0; i < words.size(); ++i) {
      WordExplanation word;
      word.query_term = query_.form(words[i]);
      if (const Meeting* m = meeting_of(true, i)) {
        word.met = words_of(listed_, m->listed, m->listed_count);
        const bool query_has_initial = words[i].length < listed_.words()[m->listed].length ||
                                       (m->relation.way == Way::kAcronym && m->query_count == 1);
        word.ways.emplace_back(way_name(m->relation.way, query_has_initial));
        if (m->relation.way == Way::kJoined && m->relation.edits > 0)
          word.ways.emplace_back("edit_distance");
      } else if (words[i].role == Role::kLegal && query_.kind() != Kind::kPerson) {
        explain_legal(i, word);
      } else if (omitted_by_role(words[i].role) || words[i].role == Role::kLegal) {
        word.ways.emplace_back(words[i].role != Role::kTitle    ? "removed_personal_suffix"
                               : query_.kind() == Kind::kPerson ? "removed_personal_title"
                                                                : "removed_clerical_mark");
      } else if (words[i].role == Role::kConnective || weightless(words[i])) {
        word.ways.emplace_back("name_variations_removal");
      }
      out_.words.push_back(std::move(word));
    }
  }

  static bool weightless(const Word& word) {
    return word.role == Role::kArticle || word.role == Role::kFiliation ||
           word.role == Role::kNobiliary;
  }

  void explain_legal(std::size_t i, WordExplanation& word) const {
    const Word& own = query_.words()[i];
    for (const Word& other : listed_.words()) {
      if (other.role != Role::kLegal) continue;
      if (other.form_hash == own.form_hash) {
        word.met = listed_.form(other);
        word.ways.emplace_back("exact_match");
        return;
      }
    }
    word.ways.emplace_back(i == 0 ? "removed_organisation_prefix" : "removed_organisation_suffix");
  }

  void write_left() {
    for (const bool query : {true, false}) {
      const NameView name = query ? query_ : listed_;
      for (std::size_t i = 0; i < name.words().size(); ++i) {
        const Word& word = name.words()[i];
        if (meeting_of(query, i) != nullptr) continue;
        if (word.role == Role::kLegal && query_.kind() != Kind::kPerson) continue;
        (query ? out_.left_query : out_.left_listed).emplace_back(name.form(word));
      }
    }
  }

  void write_costs() {
    for (const Charge& charge : tally_.charges())
      out_.costs.push_back({charge.points, phrase(charge)});
  }

  std::string phrase(const Charge& charge) const {
    if (charge.reason == Reason::kMeeting) {
      const Meeting& m = tally_.meetings()[charge.word];
      return fmt::format("{} / {}: {}", words_of(query_, m.query, m.query_count),
                         words_of(listed_, m.listed, m.listed_count), way_phrase(m.relation.way));
    }
    const std::string_view text = reason_phrase(charge.reason);
    if (charge.side == Side::kBoth) return std::string(text);
    return fmt::format("{} ({})", text,
                       charge.side == Side::kQuery ? "the query" : "the listed name");
  }

  void write_sentence() {
    if (out_.score == costs::kBest) {
      const bool in_order = std::ranges::all_of(
          tally_.meetings(), [](const Meeting& m) { return m.query == m.listed; });
      out_.sentence = in_order ? "The names are identical after normalisation."
                               : "The names are the same words in another order.";
      return;
    }
    if (tally_.meetings().empty()) {
      out_.sentence = "No word of the two names has anything in common.";
      return;
    }
    std::size_t met = 0;
    std::size_t names = 0;
    std::string aside;
    for (const WordExplanation& word : out_.words) {
      // A title, a date, a mark or a particle is no name that is missed.
      const bool left_aside = word.met.empty() && !word.ways.empty();
      met += !word.met.empty();
      names += !left_aside;
      // What becomes of a legal form has a line of its own.
      if (left_aside && !word.ways.front().starts_with("removed_organisation"))
        aside.append(aside.empty() ? "" : " ").append(word.query_term);
    }
    std::string text = fmt::format("{} of {} query words are met", met, names);
    if (!aside.empty()) text += fmt::format(", \"{}\" is set aside", aside);
    // The dearest first; of equal ones the earlier.
    std::vector<const CostExplanation*> worst;
    for (const CostExplanation& cost : out_.costs)
      worst.push_back(&cost);
    std::ranges::sort(worst, [](const auto* x, const auto* y) {
      return x->points != y->points ? x->points > y->points : x < y;
    });
    constexpr std::size_t kTold = 3;
    for (std::size_t i = 0; i < worst.size() && i < kTold; ++i)
      text += fmt::format("{} {} (-{})", i == 0 ? ";" : ",", worst[i]->text, worst[i]->points);
    if (worst.size() > kTold)
      text += fmt::format(", and {} smaller difference{}", worst.size() - kTold,
                          worst.size() == kTold + 1 ? "" : "s");
    if (out_.truncated) text += "; a name was longer than the limits and was cut";
    if (out_.capped) text += "; the limit of work was reached, the names may be closer";
    out_.sentence = text + ".";
  }

  NameView query_;
  NameView listed_;
  const Tally& tally_;
  Explanation& out_;
};

void append_string(std::string& out, std::string_view text) {
  out += '"';
  base::append_json_escaped(out, text);
  out += '"';
}

void append_list(std::string& out, const std::vector<std::string>& list) {
  out += '[';
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i > 0) out += ',';
    append_string(out, list[i]);
  }
  out += ']';
}

}  // namespace

std::string_view way_name(Way way, bool query_has_initial) {
  switch (way) {
    case Way::kExact:
      return "exact_match";
    case Way::kVariant:
    case Way::kParticle:
      return "name_variations_removal";
    case Way::kRomanised:
    case Way::kSpelling:
    case Way::kTranslation:
    case Way::kNickname:
    case Way::kGendered:
    case Way::kConcept:
    case Way::kAbbreviation:
    case Way::kNarrower:
    case Way::kPlace:
    case Way::kCut:
      return "equivalent_name";
    case Way::kSound:
    case Way::kSkeleton:
    case Way::kByEar:
      return "phonetic";
    case Way::kEdit:
    case Way::kAnagram:
    case Way::kSeries:
      return "edit_distance";
    case Way::kInitial:
    case Way::kAcronym:
      return query_has_initial ? "initial_to_word" : "word_to_initial";
    case Way::kNumeral:
      return query_has_initial ? "digit_to_word" : "word_to_digit";
    case Way::kJoined:
      return "removed_space";
    case Way::kNone:
      break;
  }
  return "unknown";
}

namespace {

Explanation written(const Score& score, Kind kind, NameView query, NameView listed,
                    const Tally& tally) {
  Explanation out;
  out.score = score.value;
  out.truncated = score.truncated;
  out.capped = score.capped;
  out.kind = kind;
  if (!query.valid() || !listed.valid()) {
    out.sentence = "The names are of different kinds.";
    return out;
  }
  Explainer(query, listed, tally, out).write();
  return out;
}

constexpr std::string_view kOnlyAReading = "a part of what was asked, or another reading of it";

// Words of the whole query that the part has not: each is shown, as set aside.
void write_words_beside(NameView whole, NameView part, Explanation& out) {
  if (!whole.valid() || !part.valid()) return;
  std::vector<std::string_view> compared;
  for (const Word& word : part.words())
    compared.push_back(part.form(word));
  for (const Word& word : whole.words()) {
    const std::string_view form = whole.form(word);
    if (const auto found = std::ranges::find(compared, form); found != compared.end()) {
      compared.erase(found);
      continue;
    }
    WordExplanation& beside = out.words.emplace_back();
    beside.query_term = form;
    beside.ways.emplace_back("removed_clerical_mark");
    out.left_query.emplace_back(form);
  }
}

// Whoever reads the explanation must see that only a part of the question met the listed name.
Explanation of_part(const AskedName& asked, std::size_t name, Explanation explanation) {
  if (name == 0) return explanation;
  const int score = score_of_asked(explanation.score, name);
  if (score < explanation.score) {
    CostExplanation& cost = explanation.costs.emplace_back();
    cost.points = explanation.score - score;
    cost.text = kOnlyAReading;
  }
  explanation.score = score;
  write_words_beside(asked.names().front().as(explanation.kind),
                     asked.names()[name].as(explanation.kind), explanation);
  explanation.sentence =
      fmt::format("One of the names asked for, \"{}\": {}", asked.text(name), explanation.sentence);
  return explanation;
}

}  // namespace

Explanation explain(const ComparableName& query, const ComparableName& listed) {
  Tally tally;
  const Comparison comparison = compare(query, listed, tally);
  const Kind kind = comparison.kind_used;
  return written(comparison.score, kind, query.as(kind), listed.as(kind), tally);
}

Explanation explain(const AskedName& asked, const ComparableName& listed) {
  Explanation best = explain(asked.names().front(), listed);
  for (std::size_t i = 1; i < asked.names().size(); ++i)
    if (Explanation one = explain(asked.names()[i], listed);
        score_of_asked(one.score, i) > best.score)
      best = of_part(asked, i, std::move(one));
  return best;
}

Explanation explain(const AskedName& asked, std::size_t name, NameView listed) {
  return of_part(asked, name, explain(asked.names()[name].as(listed.kind()), listed));
}

Explanation explain(NameView query, NameView listed) {
  Tally tally;
  const Score result = score(query, listed, tally);
  return written(result, query.kind(), query, listed, tally);
}

std::string to_json(const Explanation& explanation) {
  std::string out =
      fmt::format("{{\"score\":{},\"kind\":\"{}\",\"truncated\":{},\"words\":[", explanation.score,
                  kind_name(explanation.kind), explanation.truncated);
  for (std::size_t i = 0; i < explanation.words.size(); ++i) {
    const WordExplanation& word = explanation.words[i];
    out += i > 0 ? ",{\"query_term\":" : "{\"query_term\":";
    append_string(out, word.query_term);
    out += ",\"match_types\":";
    append_list(out, word.ways);
    out += ",\"met\":";
    append_string(out, word.met);
    out += '}';
  }
  out += "],\"costs\":[";
  for (std::size_t i = 0; i < explanation.costs.size(); ++i) {
    out +=
        fmt::format("{}{{\"points\":{},\"reason\":", i > 0 ? "," : "", explanation.costs[i].points);
    append_string(out, explanation.costs[i].text);
    out += '}';
  }
  out += "],\"left_query\":";
  append_list(out, explanation.left_query);
  out += ",\"left_listed\":";
  append_list(out, explanation.left_listed);
  out += ",\"sentence\":";
  append_string(out, explanation.sentence);
  out += '}';
  return out;
}

}  // namespace vedette::names
