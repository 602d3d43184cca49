#include "names/reading/payment_words.h"

#include "names/words/word_list.h"

namespace vedette::names {
namespace {

// Words of payment orders and bookkeeping. None of them is a line of business.
constexpr WordList kPaymentWords = {
    U"payment",       U"payments",     U"pay",         U"paid",         U"payee",       U"payable",
    U"payer",         U"prepayment",   U"repayment",   U"remittance",   U"remit",       U"remitter",
    U"transfer",      U"transferred",  U"invoice",     U"invoices",     U"inv",         U"bill",
    U"order",         U"purchase",     U"contract",    U"agreement",    U"settlement",  U"ref",
    U"reference",     U"goods",        U"due",         U"urgent",       U"please",      U"kindly",
    U"credit",        U"debit",        U"thank",       U"thanks",       U"you",         U"your",
    U"our",           U"beneficiary",  U"customer",    U"client",       U"supplier",    U"vendor",
    U"sender",        U"receiver",     U"recipient",   U"originator",   U"amount",      U"balance",
    U"deposit",       U"advance",      U"instalment",  U"installment",  U"fee",         U"fees",
    U"charges",       U"expenses",     U"salary",      U"dated",        U"date",        U"account",
    U"acct",          U"attn",         U"attention",   U"subject",      U"details",     U"purpose",
    U"refund",        U"refunded",     U"wire",        U"wired",        U"transaction", U"receipt",
    U"copy",          U"cheque",       U"voucher",     U"wages",        U"rent",        U"tuition",
    U"reimbursement", U"commission",   U"donation",    U"allowance",    U"pension",     U"loan",
    U"usd",           U"eur",          U"gbp",         U"chf",          U"rub",         U"aed",
    U"cny",           U"оплата",       U"платеж",      U"счет",         U"договор",     U"zahlung",
    U"rechnung",      U"ueberweisung", U"uberweisung", U"vertrag",      U"paiement",    U"facture",
    U"virement",      U"pago",         U"factura",     U"transferencia"};
// These stand between them.
constexpr WordList kBesidePaymentWords = {
    U"to",   U"for",    U"of",        U"from",    U"by",       U"in",      U"on",    U"the",
    U"no",   U"nr",     U"per",       U"as",      U"and",      U"an",      U"with",  U"via",
    U"at",   U"this",   U"fur",       U"de",      U"a",        U"за",      U"по",    U"jan",
    U"feb",  U"mar",    U"apr",       U"may",     U"jun",      U"jul",     U"aug",   U"sep",
    U"oct",  U"nov",    U"dec",       U"january", U"february", U"march",   U"april", U"june",
    U"july", U"august", U"september", U"october", U"november", U"december"};

// And these, which a name may begin with: First Gulf Bank.
constexpr WordList kWhichPayment = {U"first", U"second",  U"third",  U"half",  U"part",
                                    U"full",  U"monthly", U"annual", U"final", U"copies"};

bool may_stand_beside(const text::Word& word) {
  return word.has_digit || kBesidePaymentWords.has(word.text) || kWhichPayment.has(word.text);
}

}  // namespace

Part without_payment_words(const QuestionPiece& piece, const Part& part) {
  constexpr std::size_t kFewest = 2;
  const auto words = piece.words();
  std::size_t found = 0;
  // "Credit" and "transfer" are words of companies' names as well.
  bool certain = false;
  const auto is_payment_word = [&](const text::Word& word) {
    if (!kPaymentWords.has(word.text)) return false;
    ++found;
    certain = certain || !piece.has_role(word, Role::kBusiness);
    return true;
  };
  Part rest = part;
  for (std::size_t i = part.begin; i < part.end; ++i) {
    if (is_payment_word(words[i]))
      rest.begin = i + 1;
    else if (!may_stand_beside(words[i]))
      break;
  }
  while (rest.begin > part.begin && rest.begin < part.end &&
         kBesidePaymentWords.has(words[rest.begin].text))
    ++rest.begin;
  for (std::size_t i = part.end; i > rest.begin; --i) {
    if (is_payment_word(words[i - 1]))
      rest.end = i - 1;
    else if (!may_stand_beside(words[i - 1]))
      break;
  }
  while (rest.end < part.end && rest.end > rest.begin && may_stand_beside(words[rest.end - 1]))
    --rest.end;
  const bool line = certain && found >= kFewest && rest.begin < rest.end;
  return line ? rest : part;
}

}  // namespace vedette::names
