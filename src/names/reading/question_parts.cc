#include "names/reading/question_parts.h"

namespace vedette::names {
namespace {

class Splitter {
 public:
  explicit Splitter(const QuestionPiece& piece)
      : piece_(piece), marks_(piece.marks()), words_(piece.words()) {}

  std::vector<Part> split() {
    const bool list = is_list_of_commas();
    for (std::size_t i = 0; i < words_.size();) {
      if (const std::size_t marker = marks_.marker_at(i); marker > 0) {
        cut(i, marker);
      } else if (marks_.number_of_line_at(i)) {
        cut(i, 1);
      } else if (const std::size_t told = marks_.particulars_at(i); told > 0) {
        const bool named = begin_ < i && !aside_;
        cut(i, told);
        aside_ = named;
      } else if (i > begin_ && (marks_.sign_before(i) || (list && marks_.comma_before(i)))) {
        cut(i, 0);
      } else if (const std::size_t joint = joint_at(i); joint > 0) {
        cut(i, joint - 1);
      } else {
        ++i;
        continue;
      }
      i = begin_ + (begin_ == i ? 1 : 0);
    }
    if (begin_ > 0) cut(words_.size(), 0);
    return std::move(parts_);
  }

 private:
  // Ends a name before word i; the next one begins `count` words behind.
  void cut(std::size_t i, std::size_t count) {
    if (const Part part{begin_, i}; !aside_ && piece_.can_stand_alone(part)) parts_.push_back(part);
    begin_ = i + count;
    aside_ = false;
  }

  // One more than the words at i that join two full names; 0 when they do not. Between persons a
  // stroke or a plus joins without a word; between companies whatever stands behind a legal form
  // does, where another follows.
  std::size_t joint_at(std::size_t i) const {
    if (i == begin_ && !aside_) return 0;
    const bool word = marks_.joins_at(i);
    const bool person = piece_.kind() == Kind::kPerson;
    const std::size_t full = person ? 2 : 1;
    if (!word && person && !marks_.stroke_before(i) && !marks_.plus_before(i)) return 0;
    if (!word && !person) return companies_meet_at(i);
    const Part left{begin_, i};
    const Part right{i + (word ? 1 : 0), piece_.end_of_name(i + (word ? 1 : 0))};
    if (!aside_ && !is_name_of(left, full)) return 0;
    if (!is_name_of(right, full)) return 0;
    return word ? 2 : 1;
  }

  bool is_name_of(const Part& part, std::size_t fewest) const {
    return piece_.name_words(part) >= fewest && piece_.can_be_name(part);
  }

  std::size_t companies_meet_at(std::size_t i) const {
    const auto is_legal = [&](const text::Word& word) {
      return piece_.has_role(word, Role::kLegal);
    };
    const bool word = words_[i].text == U"and" || words_[i].text == U"&";
    if ((!word && !marks_.comma_before(i)) || !is_legal(words_[i - 1])) return 0;
    const Part right{i + (word ? 1 : 0), words_.size()};
    const bool both = piece_.can_be_name({begin_, i}) && right.begin < right.end &&
                      piece_.can_be_name(right) && !is_legal(words_[right.begin]) &&
                      piece_.count(right, is_legal) > 0;
    return both ? (word ? 2 : 1) : 0;
  }

  // "Ann Lee, Bob Day, Cy Fox": three full names or more, nothing else; two of family names with
  // initials ("Lee A.B., Day C.D.").
  bool is_list_of_commas() const {
    constexpr std::size_t kFewest = 3;
    if (piece_.kind() != Kind::kPerson || !marks_.has_signs()) return false;
    std::size_t parts = 0;
    std::size_t with_initials = 0;
    for (std::size_t begin = 0; begin < words_.size(); ++parts) {
      std::size_t end = begin + 1;
      while (end < words_.size() && !marks_.comma_before(end))
        ++end;
      const Part part{begin, end};
      if (!piece_.is_full(part)) return false;
      with_initials += piece_.count(part, QuestionPiece::is_initials) > 0 && part.size() > 1;
      begin = end;
    }
    return parts >= kFewest || (parts > 1 && with_initials == parts);
  }

  const QuestionPiece& piece_;
  const QuestionWords& marks_;
  std::span<const text::Word> words_;
  std::vector<Part> parts_;
  std::size_t begin_ = 0;  // of the name that is being read
  bool aside_ = false;     // what is being read stands behind particulars, and is no name
};

}  // namespace

std::vector<Part> parts_of(const QuestionPiece& piece) {
  return Splitter(piece).split();
}

}  // namespace vedette::names
