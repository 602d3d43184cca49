#pragma once

#include <string>
#include <string_view>

namespace vedette::evidence {

// An address of a crypto currency in the one spelling by which two are compared, and whether its
// own check holds.
struct WalletAddress {
  enum class Check { kNone, kValid, kInvalid };
  std::string value = {};
  Check check = Check::kNone;
};

// The rules of letter case are those of the notation, which the address itself shows:
// - 0x and 40 hex digits (Ethereum and its relatives): case says nothing but the EIP-55 check;
// lower
//   case alone carries no check. The value is in lower case.
// - bech32 and bech32m (bc1, ltc1, tb1, cosmos1, addr1, ...), and Bitcoin Cash with or without
//   "bitcoincash:": one case throughout; the value is in lower case.
// - base58 (bitcoin 1 and 3, Tron T, Litecoin, Dash, Zcash t1, Ripple r, ...): case matters, and
//   four bytes of a double SHA-256 are the check. Notations without that check (Monero, Solana)
//   keep their letters and have no check.
WalletAddress read_wallet(std::string_view text);

}  // namespace vedette::evidence
