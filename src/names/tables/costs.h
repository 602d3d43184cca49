#pragma once

// Every number of the scorer, its one home. A score is 100 minus the costs of what is not
// identical; a cost of 1 is one point of the score. The line between "show it" and "leave it" is
// 80, so what adds up to 20 is still shown. docs/matching.md explains each to a reader who is not a
// programmer.

namespace vedette::names::costs {

inline constexpr int kBest = 100;      // identical after normalisation, nothing else
inline constexpr int kBestOther = 99;  // whatever else agrees
inline constexpr int kNotIdentical = kBest - kBestOther;
inline constexpr int kLine = 80;

// --- One word against one word ---------------------------------------------------------------

// Another letter for the same letter: mueller/muller, ig0r/igor, a romanisation shared by two
// scripts. Says almost nothing against identity.
inline constexpr int kVariant = 1;
// The same word from another script through one of its usual romanisations.
inline constexpr int kRomanised = 2;
// Rows of the equivalents table. A spelling (muhammad/mohamed) is closer than a translation
// (john/juan), which is closer than a short form (bob/robert).
inline constexpr int kSpelling = 2;
inline constexpr int kTranslation = 6;
inline constexpr int kNickname = 5;
inline constexpr int kNicknameLast = 8;  // more, where one of them stands as the family name
// The family name in the form of the other sex: ivanova/ivanov, tolstaya/tolstoy.
inline constexpr int kGendered = 4;
// Same sound, different letters: wladimir/vladimir.
inline constexpr int kSound = 4;
inline constexpr int kSoundOfKnownNames = 10;
// Same consonants where one side's script writes no vowels; weaker evidence, because vowels are
// lost.
inline constexpr int kSkeleton = 5;
// A foreign name as another script spells it by ear: so much less each bit by which it is likelier
// than chance that this is the name meant (text/by_ear.h). Two names that make up for each other
// are shown when they say 10 bits together; one that says one or none is none.
inline constexpr int kByEarOfNoEvidence = 15;
inline constexpr int kByEarAtLeast = 4;
inline constexpr int kByEarAtMost = 14;
// Of scripts that write no vowels, in which most names are their own people's.
inline constexpr int kByEarOfConsonantsAtMost = 9;
// Up to here it is more than chance alone.
inline constexpr int kByEarTelling = 7;
// One edit. Light: a swap of neighbours, a doubled letter, a vowel for a vowel: the commonest
// slips.
inline constexpr int kLightEdit = 6;
inline constexpr int kEdit = 8;
// In words of up to three letters one edit changes a third or more.
inline constexpr int kShortEdit = 10;
// Two edits in one word: the most that is still shown, and only when all else agrees. Light: only
// vowels differ, or the consonants are of the same families of sounds.
inline constexpr int kTwoLightEdits = 14;
inline constexpr int kTwoEdits = 19;
// Edits between two scripts: half of them are habits of a language, not slips.
inline constexpr int kCrossScriptEdit = 5;
inline constexpr int kCrossScriptTwoEdits = 12;
// The same where one script writes only consonants: each is a larger part of the word.
inline constexpr int kConsonantEdit = 11;
inline constexpr int kTwoConsonantEdits = 15;
// Both words are known, different names (tim/tom): as likely another name as a slip.
inline constexpr int kKnownNamesEdit = 13;
// All letters there, in another order: rimaldiv/vladimir.
inline constexpr int kAnagram = 9;
// One letter for a word: v./vladimir. The first is dear, because a letter stands for many names;
// more letters that all fit are cheaper each.
inline constexpr int kInitial = 10;
inline constexpr int kFurtherInitial = 4;
// Words written as one, or one as several.
inline constexpr int kJoined = 3;
// Forms of one particle (bin/ben) are the same; different particles (de/van) almost.
inline constexpr int kOtherParticle = 1;
inline constexpr int kParticleEdit = 3;
// One meaning, two languages or an abbreviation: bank/banco, tech/technology.
inline constexpr int kConcept = 3;
inline constexpr int kAbbreviation = 3;
// A phrase for the word that it narrows, "commercial bank" for "bank": a generic word is left out.
inline constexpr int kNarrower = 7;
// A word cut short in an organisation's name without being in the table: comm/communications.
inline constexpr int kCutShort = 6;
inline constexpr int kPlaceName = 2;
inline constexpr int kNumeralForm = 1;
// Another number, year or letter of a series of funds or trusts (fund V/VI, trust 2006/2007): they
// share their managers, so a reviewer wants to see it. Nothing else may differ.
inline constexpr int kSeries = 18;
// An acronym for a whole name: irgc. Three letters stand for too many names to be shown at 80.
inline constexpr int kLongAcronym = 16;
inline constexpr int kShortAcronym = 24;
// So many letters are enough where the query is the acronym; where the list has it, one more:
// some of hundreds of listed acronyms is always spelled by the words of a long name.
inline constexpr int kLettersOfAcronym = 4;
// The beginning of a name that ends within a word, as a narrow field cuts it. What follows is not
// known, so that it costs as much as two small slips.
inline constexpr int kCutName = 12;

// --- Whole names ------------------------------------------------------------------------------

// Weights of words, in tenths of a full name.
inline constexpr int kFullWord = 10;
inline constexpr int kInitialWeight = 4;
inline constexpr int kServantWeight = 5;   // abd, abdul: half a name
inline constexpr int kHalfNameWeight = 5;  // each half of mohammadreza
// A patronymic that is left out, or the second half of a name whose first half met an initial: as
// normal as it is to give an initial.
inline constexpr int kLightlyLeftOutWeight = 4;
inline constexpr int kTitleNameWeight = 6;  // khan, sheikh: title or name

// A person's name omitted on one side: this many points for as much as is matched. With two names
// matched one omitted costs 8 and two cost 16 (shown), three cost 24 (not shown).
inline constexpr int kOmission = 16;
// The same when all that is matched are known names: each is borne by many.
inline constexpr int kOmissionFromKnownNames = 22;
// A name written in syllables (Han, Hangul) has no middle names to leave out.
inline constexpr int kOmissionOfSyllable = 44;
// And when one of them is met as another known name, as a short word with a slip, or any name by
// its consonants alone: what is left out counts double.
inline constexpr int kOmissionBesideDoubt = 34;
// Only one full name matched and another omitted: a single shared name is no evidence.
inline constexpr int kLoneName = 16;
// Except an office and a family name that is not common: the usual way to name a head of state.
inline constexpr int kOfficeAndName = 16;
// Names on both sides that do not meet: another person. Alone enough to go below the line.
inline constexpr int kContradiction = 24;
inline constexpr int kContradictionShare = 40;  // more, by the share that is contradicted
// Small words on one side only.
inline constexpr int kOmittedParticle = 1;
inline constexpr int kOmittedTitle = 2;
inline constexpr int kOmittedSuffix = 2;
inline constexpr int kOmittedGeneration = 4;
inline constexpr int kOmittedLegalOfPerson = 3;
inline constexpr int kRepeatedWord = 1;
inline constexpr int kMostSmallOmissions = 6;
// Father and son: another person.
inline constexpr int kGenerationConflict = 24;
// X son of Y against Y son of X.
inline constexpr int kFiliationReversed = 24;
// The words of an organisation in another order. Those of a person may stand in any order.
inline constexpr int kReordered = 2;
// Nothing but initials is met: a letter stands for too many names.
inline constexpr int kInitialsOnly = 25;
// No name is met well enough to stand alone: each may be another person's.
inline constexpr int kWeakEvidence = 8;
// Names of one word that are met as short forms of one name.
inline constexpr int kLoneShortForm = 8;

// A name of one word that is met by ear.
inline constexpr int kLoneByEar = 20;

// A name of one short word that is met as another spelling of it only: Li, Yi.
inline constexpr int kLoneShortSpelling = 20;

// Edits over the whole name: two need this many letters, one needs so many; else each costs more.
inline constexpr int kLettersForTwoEdits = 7;
inline constexpr int kLettersForOneEdit = 5;
inline constexpr int kEditInShortName = 18;
// A name of one word has nothing else to support it.
inline constexpr int kLoneWordLettersForOneEdit = 5;
inline constexpr int kLoneWordLettersForTwoEdits = 10;
// An organisation's, where a word beside it is left out or the legal forms are not of one nature:
// the slip is one difference, and this another.
inline constexpr int kLoneWordLettersForOneEditBesideDifference = 9;
// Fewer letters of an organisation, beside a generic word that one side has, are not enough to say
// that they are one: TBS, TBS Holdings.
inline constexpr int kLettersOfName = 4;
inline constexpr int kShortNameAlone = 16;
// An organisation's, where the letters are of the same families of sounds: Hisbollah, Hizballah.
inline constexpr int kLoneWordLettersForTwoLightEdits = 8;

// --- Organisations and things -------------------------------------------------------------------

inline constexpr int kBusinessWeight = 6;
inline constexpr int kGenericWeight = 3;
inline constexpr int kPlaceWeight = 8;
inline constexpr int kNumeralWeight = 8;
inline constexpr int kLetterWeight = 5;

inline constexpr int kOrganisationContradiction = 24;
// A word that carries identity on one side only: a sister, a branch, a fund of the same house.
inline constexpr int kOmittedDistinctive = 22;
inline constexpr int kLongNameShare = 20;  // percent: below it the omission is a detail
inline constexpr int kOmittedPlace = 22;
inline constexpr int kOmittedPlaceInParentheses = 14;
inline constexpr int kOmittedNumeral = 22;
inline constexpr int kOmittedBusiness = 21;
inline constexpr int kOmittedBusinessOfLongName = 14;
// Of a listed name whose one distinctive word is all that is asked for: Tinkoff, Tinkoff Bank.
inline constexpr int kOmittedBusinessOfListed = 18;
inline constexpr int kOmittedGeneric = 7;
inline constexpr int kOmittedConnective = 0;
inline constexpr int kOmittedAlternative = 8;
// A town, a country or a branch behind the whole listed name, which only the query has: how
// payments and customer files write the very company that is listed. Whatever the number of words.
inline constexpr int kOmittedAddress = 10;
inline constexpr int kLegalAbsent = 2;
inline constexpr int kLegalOtherForm = 1;
inline constexpr int kLegalRelated = 4;
inline constexpr int kLegalUnlike = 10;
inline constexpr int kLegalConflict = 22;
// Nothing that would tell one organisation from another is met, and the names are not the same.
inline constexpr int kGenericOnly = 25;

}  // namespace vedette::names::costs
