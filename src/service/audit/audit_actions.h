#pragma once

#include <array>
#include <string_view>

namespace vedette::service {

// What may stand in the audit chain of a project, sorted. Who asks for another action is told so:
// an empty answer would read as "never happened". tests/audit_actions_test.py holds that the
// sources write no other.
inline constexpr std::array<std::string_view, 58> kAuditActions = {
    "access_token.revoked", "attestation.closed",   "attestation.late",
    "audit.payload_erased", "case.commented",       "case.file_added",
    "case.item_removed",    "case.link_added",      "client.added",
    "client.disabled",      "client.enabled",       "client.secret_renewed",
    "match.commented",      "match.reviewed",       "matches.staged",
    "person.erased",        "record.created",       "record.deleted",
    "record.updated",       "records.removed",      "records.staged",
    "review_job.completed", "review_job.started",   "screening.applied",
    "screening.completed",  "search.batch_begun",   "search.batch_completed",
    "search.batch_items",   "search.made",          "searches.removed",
    "session.closed",       "session.extended",     "session.opened",
    "settings.changed",     "token.created",        "token.granted",
    "token.refreshed",      "token.reuse_detected", "token.revoked",
    "user.added",           "user.disabled",        "user.enabled",
    "user.password_set",    "user.role_set",        "validation.accepted",
    "validation.completed", "validation.failed",    "validation.started",
    "validation.withdrawn", "view.deleted",         "view.saved",
    "webhook.added",        "webhook.changed",      "webhook.deleted",
    "webhook.disabled",     "webhook.redelivered",  "webhook.secret_rotated",
    "webhook.tested",
};

// "record" of "record.created"
constexpr std::string_view audit_category(std::string_view action) {
  return action.substr(0, action.find('.'));
}

}  // namespace vedette::service
