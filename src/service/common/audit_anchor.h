#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "ledger/audit_heads.h"
#include "service/common/signed_document.h"

namespace vedette::service {

// The heads of all audit chains at one moment, for a place that whoever writes to the ledger cannot
// change: a chain that is cut or rewritten later does not fit them. An anchor is one line of JSON:
//   heads       the body as text: format, time, and project, sequence and MAC of each head
//   signature   the document of DocumentSigner::sign over the body, with the purpose "audit-anchor"
//   timestamp   the answer of a timestamp authority about the SHA-256 of the body, base64; or
//   absent
struct Anchor {
  std::string body = {};
  std::string signature = {};
  std::string timestamp = {};  // DER; empty: none
};

std::string anchor_body(const ledger::ExportedHeads& heads);
SignedFile anchor_content(std::string_view body);
std::string anchor_line(const Anchor& anchor);

struct ReadAnchor {
  ledger::ExportedHeads heads = {};
  Anchor anchor = {};
};
// kInvalidInput for what is no anchor; kCorrupt and kForbidden as check_signature.
base::Result<ReadAnchor> read_anchor(std::string_view line, const TrustedSigners& trusted);

}  // namespace vedette::service
