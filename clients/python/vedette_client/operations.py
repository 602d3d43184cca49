"""Every operation of docs/openapi.json. Written by clients/generate-python: change that, not this file."""
from __future__ import annotations

from typing import Any, Mapping, Optional, Sequence, Union

from .calls import Calls

List = Union[str, Sequence[str]]


class Operations(Calls):
    """One method per operation, named after its operationId."""

    def health(self) -> Any:
        """Whether the process serves."""
        return self.call("GET", "/health", signing="none")

    def signing_key(self) -> Any:
        """The public key that this installation signs backups and reports with."""
        return self.call("GET", "/signing-key", signing="none")

    def ready(self) -> Any:
        """Whether a catalogue is loaded and the ledger answers, and how old each list is."""
        return self.call("GET", "/ready", signing="none")

    def openapi(self) -> Any:
        """This description."""
        return self.call("GET", "/openapi.json", signing="none")

    def get_metrics(self) -> Any:
        """Figures for Prometheus."""
        return self.call("GET", "/metrics", answer="text")

    def open_session(self, body: Any) -> Any:
        """Sign in to the console."""
        return self.call("POST", "/console/session", body=body, signing="none")

    def describe_session(self) -> Any:
        """Who is signed in."""
        return self.call("GET", "/console/session")

    def extend_session(self) -> Any:
        """Extend the session."""
        return self.call("PUT", "/console/session")

    def close_session(self) -> Any:
        """Sign out."""
        return self.call("DELETE", "/console/session", signing="none")

    def lists(self) -> Any:
        """The lists that serve, how old they are, and where lists come from."""
        return self.call("GET", "/lists")

    def generations(self, *, limit: Optional[int] = None) -> Any:
        """The generations that are kept, newest first."""
        return self.call("GET", "/lists/generations", query={"limit": limit})

    def list_update(self) -> Any:
        """How far the update of the lists is, or how the last one went."""
        return self.call("GET", "/lists/updates")

    def start_list_update(self, body: Any = None) -> Any:
        """Fetch the sources and import what is new."""
        return self.call("POST", "/lists/updates", body=body)

    def parties(self) -> Any:
        """How many list entries and parties there are."""
        return self.call("GET", "/parties")

    def party_suggestions(self, *, limit: Optional[int] = None, offset: Optional[int] = None) -> Any:
        """The pairs of list entries that a person should decide."""
        return self.call("GET", "/parties/suggestions", query={"limit": limit, "offset": offset})

    def party_judgements(self, *, limit: Optional[int] = None, after: Optional[int] = None) -> Any:
        """What people judged."""
        return self.call("GET", "/parties/judgements", query={"limit": limit, "after": after})

    def judge_parties(self, body: Any) -> Any:
        """Judge whether list entries are one party."""
        return self.call("POST", "/parties/judgements", body=body)

    def party(self, id: str) -> Any:
        """The party of a list entry."""
        return self.call("GET", "/parties/{id}", path={"id": id})

    def list_users(self) -> Any:
        """The users of the project."""
        return self.call("GET", "/users")

    def add_user(self, body: Any) -> Any:
        """Add a user."""
        return self.call("POST", "/users", body=body)

    def change_user(self, body: Any) -> Any:
        """Change a user."""
        return self.call("PUT", "/users", body=body)

    def change_own_password(self, body: Any) -> Any:
        """Change your own password."""
        return self.call("PUT", "/users/me/password", body=body)

    def create_token_without_project(self) -> Any:
        """The project code is missing."""
        return self.call("GET", "/svc/3.0/api/token", signing="basic")

    def create_token(self, project_code: str) -> Any:
        """Create a token from user name and password."""
        return self.call("GET", "/svc/3.0/api/token/{project_code}", path={"project_code": project_code},
                         signing="basic")

    def refresh_token(self, body: Any) -> Any:
        """Renew a token; the refresh token works once."""
        return self.call("POST", "/svc/3.0/api/refresh", body=body, signing="none")

    def revoke_token(self, body: Any) -> Any:
        """End a token (RFC 7009): an access token alone, a refresh token with its whole family."""
        return self.call("POST", "/svc/3.0/api/revoke", body=body, signing="none")

    def grant_token(self, body: Any) -> Any:
        """Password grant, and renewal of its tokens."""
        return self.call("POST", "/api/oauth/token", body=body, signing="none")

    def grant_token_short_path(self, body: Any) -> Any:
        """Password grant, and renewal of its tokens."""
        return self.call("POST", "/oauth/token", body=body, signing="none")

    def list_all_matches(self, *, status: Optional[str] = None, family: Optional[str] = None,
                         datasets: Optional[List] = None, min_score: Optional[int] = None,
                         min_confidence: Optional[int] = None, search: Optional[str] = None, sort: Optional[str] = None,
                         limit: Optional[int] = None, cursor: Optional[str] = None) -> Any:
        """The matches of all records of both families."""
        return self.call("GET", "/monitoring/matches", query={"status": status, "family": family, "datasets": datasets, "minScore": min_score, "minConfidence": min_confidence, "search": search, "sort": sort, "limit": limit, "cursor": cursor})

    def list_cases(self, *, status: Optional[str] = None, family: Optional[str] = None, datasets: Optional[List] = None,
                   list: Optional[str] = None, min_score: Optional[int] = None, birth_date: Optional[str] = None,
                   country: Optional[str] = None, min_age_days: Optional[int] = None,
                   max_age_days: Optional[int] = None, search: Optional[str] = None, sort: Optional[str] = None,
                   limit: Optional[int] = None, cursor: Optional[str] = None) -> Any:
        """The queue by customer: one row for each record that has matches."""
        return self.call("GET", "/monitoring/cases", query={"status": status, "family": family, "datasets": datasets, "list": list, "minScore": min_score, "birthDate": birth_date, "country": country, "minAgeDays": min_age_days, "maxAgeDays": max_age_days, "search": search, "sort": sort, "limit": limit, "cursor": cursor})

    def get_case(self, *, family: str, id: str) -> Any:
        """One customer with all matches and what happened to them."""
        return self.call("GET", "/monitoring/case", query={"family": family, "id": id})

    def add_case_comment(self, body: Any) -> Any:
        """Comment on a case without a decision."""
        return self.call("POST", "/monitoring/case/comments", body=body)

    def add_case_link(self, body: Any) -> Any:
        """Link a case to another customer or a listed profile."""
        return self.call("POST", "/monitoring/case/links", body=body)

    def get_case_attachment(self, *, family: str, id: str, item: int) -> Any:
        """A file of a case."""
        return self.call("GET", "/monitoring/case/attachments", query={"family": family, "id": id, "item": item},
                         answer="stream")

    def add_case_attachment(self, body: Any, *, family: str, id: str, name: str, comment: Optional[str] = None) -> Any:
        """Add a file to a case."""
        return self.call("POST", "/monitoring/case/attachments", query={"family": family, "id": id, "name": name, "comment": comment},
                         body=body)

    def remove_case_item(self, *, family: str, id: str, item: int) -> Any:
        """Remove a file or a link from a case."""
        return self.call("DELETE", "/monitoring/case/items", query={"family": family, "id": id, "item": item})

    def get_case_file(self, *, family: str, id: str, format: Optional[str] = None) -> Any:
        """A case as a signed archive, or as a PDF."""
        return self.call("GET", "/monitoring/case/file", query={"family": family, "id": id, "format": format},
                         answer="stream")

    def list_erasures(self) -> Any:
        """The erasures of the project, newest first."""
        return self.call("GET", "/monitoring/erasures")

    def erase_person(self, body: Any) -> Any:
        """Take a person's data out of the project, for good."""
        return self.call("POST", "/monitoring/erasures", body=body)

    def get_erasure(self, id: str) -> Any:
        """The certificate of an erasure."""
        return self.call("GET", "/monitoring/erasures/{id}", path={"id": id})

    def list_views(self) -> Any:
        """The filters that analysts of the project share."""
        return self.call("GET", "/monitoring/views")

    def save_view(self, body: Any) -> Any:
        """Share the filters of a page under a name."""
        return self.call("PUT", "/monitoring/views", body=body)

    def delete_view(self, *, page: str, name: str) -> Any:
        """Remove a shared view."""
        return self.call("DELETE", "/monitoring/views", query={"page": page, "name": name})

    def decision_report(self, *, from_: Optional[str] = None, to: Optional[str] = None,
                        format: Optional[str] = None) -> Any:
        """What was found and decided in a period."""
        return self.call("GET", "/monitoring/report", query={"from": from_, "to": to, "format": format})

    def attestations(self, *, date: Optional[str] = None, year: Optional[int] = None,
                     format: Optional[str] = None) -> Any:
        """Which lists every record was screened against, day by day."""
        return self.call("GET", "/monitoring/attestations", query={"date": date, "year": year, "format": format})

    def validation_runs(self) -> Any:
        """Validation runs, the newest first."""
        return self.call("GET", "/validation/runs")

    def start_validation_run(self, body: Any = None) -> Any:
        """Test the lists and settings that serve."""
        return self.call("POST", "/validation/runs", body=body)

    def validation_run(self, id: str) -> Any:
        """How far a validation run has come, and its result."""
        return self.call("GET", "/validation/runs/{id}", path={"id": id})

    def validation_file(self, id: str, name: str) -> Any:
        """A file of a validation run."""
        return self.call("GET", "/validation/runs/{id}/files/{name}", path={"id": id, "name": name})

    def tuning(self) -> Any:
        """What the decisions of the project say about its settings."""
        return self.call("GET", "/validation/tuning")

    def accepted_classes(self) -> Any:
        """Weak classes that somebody answers for."""
        return self.call("GET", "/validation/accepted")

    def accept_class(self, body: Any) -> Any:
        """Accept a weak class, with an owner and a reason."""
        return self.call("PUT", "/validation/accepted", body=body)

    def withdraw_acceptance(self, *, class_: str) -> Any:
        """Accept a class no more."""
        return self.call("DELETE", "/validation/accepted", query={"class": class_})

    def start_review_job(self, body: Any, *, idempotency_key: Optional[str] = None) -> Any:
        """Set many matches to one status."""
        return self.call("POST", "/monitoring/reviews/jobs", header={"Idempotency-Key": idempotency_key}, body=body)

    def read_review_job(self, id: str) -> Any:
        """How far a review job has come."""
        return self.call("GET", "/monitoring/reviews/jobs/{id}", path={"id": id})

    def undo_review_job(self, id: str, body: Any = None, *, idempotency_key: Optional[str] = None) -> Any:
        """Take a review job back."""
        return self.call("POST", "/monitoring/reviews/jobs/{id}/undo", path={"id": id},
                         header={"Idempotency-Key": idempotency_key}, body=body)

    def monitoring_overview(self) -> Any:
        """The state of the project's monitoring in figures."""
        return self.call("GET", "/monitoring/overview")

    def stream_events(self, *, after: Optional[int] = None, last_event_id: Optional[str] = None) -> Any:
        """What happens in the project, as it happens."""
        return self.call("GET", "/monitoring/events/stream", query={"after": after},
                         header={"Last-Event-ID": last_event_id}, answer="stream")

    def list_datasets(self) -> Any:
        """The dataset codes that profiles carry and filters take."""
        return self.call("GET", "/monitoring/datasets")

    def list_countries(self) -> Any:
        """The country codes that filters take."""
        return self.call("GET", "/monitoring/countries")

    def get_monitoring_settings(self) -> Any:
        """What the project asks of its monitoring."""
        return self.call("GET", "/monitoring/settings")

    def put_monitoring_settings(self, body: Any, *, idempotency_key: Optional[str] = None) -> Any:
        """Change the settings."""
        return self.call("PUT", "/monitoring/settings", header={"Idempotency-Key": idempotency_key}, body=body)

    def get_screening_status(self) -> Any:
        """Whether records are being screened again."""
        return self.call("GET", "/monitoring/screening-status")

    def get_monitoring_events(self, *, after: Optional[str] = None, limit: Optional[int] = None,
                              type: Optional[str] = None) -> Any:
        """What happened, in the order of commits."""
        return self.call("GET", "/monitoring/events", query={"after": after, "limit": limit, "type": type})

    def get_monitoring_audit(self, *, after: Optional[str] = None, limit: Optional[int] = None,
                             since: Optional[str] = None, category: Optional[str] = None,
                             action: Optional[str] = None) -> Any:
        """The audit chain of the project."""
        return self.call("GET", "/monitoring/audit", query={"after": after, "limit": limit, "since": since, "category": category, "action": action})

    def verify_monitoring_audit(self) -> Any:
        """Walk the audit chain of the project and tell whether it holds."""
        return self.call("POST", "/monitoring/audit/verification")

    def list_webhooks(self) -> Any:
        """The endpoints that events are pushed to."""
        return self.call("GET", "/monitoring/webhooks")

    def add_webhook(self, body: Any) -> Any:
        """Push events to an address."""
        return self.call("POST", "/monitoring/webhooks", body=body)

    def get_webhook(self, id: str) -> Any:
        """One webhook."""
        return self.call("GET", "/monitoring/webhooks/{id}", path={"id": id})

    def change_webhook(self, id: str, body: Any) -> Any:
        """Change a webhook."""
        return self.call("PUT", "/monitoring/webhooks/{id}", path={"id": id}, body=body)

    def delete_webhook(self, id: str) -> Any:
        """Remove a webhook."""
        return self.call("DELETE", "/monitoring/webhooks/{id}", path={"id": id})

    def rotate_webhook_secret(self, id: str) -> Any:
        """A new secret."""
        return self.call("POST", "/monitoring/webhooks/{id}/secret", path={"id": id})

    def test_webhook(self, id: str) -> Any:
        """Send a test now."""
        return self.call("POST", "/monitoring/webhooks/{id}/test", path={"id": id})

    def list_webhook_deliveries(self, id: str, *, status: Optional[str] = None, before: Optional[str] = None,
                                limit: Optional[int] = None) -> Any:
        """What became of each event."""
        return self.call("GET", "/monitoring/webhooks/{id}/deliveries", path={"id": id}, query={"status": status, "before": before, "limit": limit})

    def redeliver_webhook(self, id: str, body: Any = None) -> Any:
        """Send deliveries again."""
        return self.call("POST", "/monitoring/webhooks/{id}/redeliver", path={"id": id}, body=body)

    def get_business_get_all(self, *, status: Optional[str] = None, limit: Optional[int] = None,
                             search: Optional[str] = None, offset: Optional[int] = None,
                             page_size: Optional[int] = None, next_token: Optional[str] = None,
                             created_date_from: Optional[str] = None, created_date_to: Optional[str] = None) -> Any:
        """All monitor records."""
        return self.call("GET", "/monitoring/business/records/getAll", query={"status": status, "limit": limit, "search": search, "offset": offset, "pageSize": page_size, "nextToken": next_token, "createdDateFrom": created_date_from, "createdDateTo": created_date_to})

    def get_business_get_single(self, *, business_monitor_record_id: Optional[str] = None) -> Any:
        """One monitor record."""
        return self.call("GET", "/monitoring/business/records/getSingle",
                         query={"business_monitor_record_id": business_monitor_record_id})

    def post_business_add_or_update_multiple(self, body: Any, *, partial: Optional[bool] = None,
                                             aml: Optional[bool] = None, idempotency_key: Optional[str] = None) -> Any:
        """Add or update monitor records."""
        return self.call("POST", "/monitoring/business/records/addOrUpdateMultiple", query={"partial": partial, "aml": aml},
                         header={"Idempotency-Key": idempotency_key}, body=body)

    def put_business_add_or_update_multiple(self, body: Any, *, partial: Optional[bool] = None,
                                            aml: Optional[bool] = None, idempotency_key: Optional[str] = None) -> Any:
        """Add or update monitor records."""
        return self.call("PUT", "/monitoring/business/records/addOrUpdateMultiple", query={"partial": partial, "aml": aml},
                         header={"Idempotency-Key": idempotency_key}, body=body)

    def post_business_add_or_update_single(self, body: Any = None, *, aml: Optional[bool] = None,
                                           idempotency_key: Optional[str] = None) -> Any:
        """Add or update one monitor record."""
        return self.call("POST", "/monitoring/business/records/addOrUpdateSingle", query={"aml": aml},
                         header={"Idempotency-Key": idempotency_key}, body=body)

    def put_business_add_or_update_single(self, body: Any = None, *, aml: Optional[bool] = None,
                                          idempotency_key: Optional[str] = None) -> Any:
        """Add or update one monitor record."""
        return self.call("PUT", "/monitoring/business/records/addOrUpdateSingle", query={"aml": aml},
                         header={"Idempotency-Key": idempotency_key}, body=body)

    def post_business_delete_record(self, *, business_monitor_record_id: Optional[str] = None,
                                    idempotency_key: Optional[str] = None) -> Any:
        """Delete a monitor record."""
        return self.call("POST", "/monitoring/business/records/deleteRecord",
                         query={"business_monitor_record_id": business_monitor_record_id},
                         header={"Idempotency-Key": idempotency_key})

    def get_business_delete_record(self, *, business_monitor_record_id: Optional[str] = None,
                                   idempotency_key: Optional[str] = None) -> Any:
        """Delete a monitor record."""
        return self.call("GET", "/monitoring/business/records/deleteRecord",
                         query={"business_monitor_record_id": business_monitor_record_id},
                         header={"Idempotency-Key": idempotency_key})

    def delete_business_delete_record(self, *, business_monitor_record_id: Optional[str] = None,
                                      idempotency_key: Optional[str] = None) -> Any:
        """Delete a monitor record."""
        return self.call("DELETE", "/monitoring/business/records/deleteRecord",
                         query={"business_monitor_record_id": business_monitor_record_id},
                         header={"Idempotency-Key": idempotency_key})

    def get_business_matches_get_all(self, *, order: Optional[str] = None, confidence_threshold: Optional[int] = None,
                                     business_monitor_record_id: Optional[str] = None,
                                     status: Optional[str] = None) -> Any:
        """The matches of a record."""
        return self.call("GET", "/monitoring/business/records/matches/getAll", query={"order": order, "confidence_threshold": confidence_threshold, "business_monitor_record_id": business_monitor_record_id, "status": status})

    def post_business_matches_get_all(self, *, order: Optional[str] = None, confidence_threshold: Optional[int] = None,
                                      business_monitor_record_id: Optional[str] = None,
                                      status: Optional[str] = None) -> Any:
        """The matches of a record."""
        return self.call("POST", "/monitoring/business/records/matches/getAll", query={"order": order, "confidence_threshold": confidence_threshold, "business_monitor_record_id": business_monitor_record_id, "status": status})

    def post_business_insert_multiple_reviews(self, body: Any = None, *,
                                              business_monitor_record_id: Optional[str] = None,
                                              reviews: Optional[str] = None, partial: Optional[bool] = None,
                                              idempotency_key: Optional[str] = None) -> Any:
        """Review matches."""
        return self.call("POST", "/monitoring/business/records/matches/insertMultipleReviews",
                         query={"business_monitor_record_id": business_monitor_record_id, "reviews": reviews, "partial": partial},
                         header={"Idempotency-Key": idempotency_key}, body=body)

    def put_business_insert_multiple_reviews(self, body: Any = None, *,
                                             business_monitor_record_id: Optional[str] = None,
                                             reviews: Optional[str] = None, partial: Optional[bool] = None,
                                             idempotency_key: Optional[str] = None) -> Any:
        """Review matches."""
        return self.call("PUT", "/monitoring/business/records/matches/insertMultipleReviews",
                         query={"business_monitor_record_id": business_monitor_record_id, "reviews": reviews, "partial": partial},
                         header={"Idempotency-Key": idempotency_key}, body=body)

    def get_business_insert_multiple_reviews(self, *, business_monitor_record_id: Optional[str] = None,
                                             reviews: Optional[str] = None, partial: Optional[bool] = None,
                                             idempotency_key: Optional[str] = None) -> Any:
        """Review matches."""
        return self.call("GET", "/monitoring/business/records/matches/insertMultipleReviews",
                         query={"business_monitor_record_id": business_monitor_record_id, "reviews": reviews, "partial": partial},
                         header={"Idempotency-Key": idempotency_key})

    def get_business_get_reviews(self, *, business_monitor_record_id: Optional[str] = None,
                                 match_qrcode: Optional[int] = None) -> Any:
        """The reviews of a match."""
        return self.call("GET", "/monitoring/business/records/matches/getReviews",
                         query={"business_monitor_record_id": business_monitor_record_id, "match_qrcode": match_qrcode})

    def get_business_get_history(self, *, business_monitor_record_id: Optional[str] = None,
                                 match_qrcode: Optional[int] = None) -> Any:
        """Everything that happened to a match."""
        return self.call("GET", "/monitoring/business/records/matches/getHistory",
                         query={"business_monitor_record_id": business_monitor_record_id, "match_qrcode": match_qrcode})

    def get_business_profile_lookup(self, *, resource_id: str) -> Any:
        """A business profile."""
        return self.call("GET", "/monitoring/business/profileLookup", query={"resource_id": resource_id})

    def get_business_profile(self, resource_id: str) -> Any:
        """A business profile by its resourceUri."""
        return self.call("GET", "/businesses/{resource_id}", path={"resource_id": resource_id})

    def get_individual_get_all(self, *, status: Optional[str] = None, limit: Optional[int] = None,
                               search: Optional[str] = None, offset: Optional[int] = None,
                               page_size: Optional[int] = None, next_token: Optional[str] = None,
                               created_date_from: Optional[str] = None, created_date_to: Optional[str] = None) -> Any:
        """All monitor records."""
        return self.call("GET", "/monitoring/individual/records/getAll", query={"status": status, "limit": limit, "search": search, "offset": offset, "pageSize": page_size, "nextToken": next_token, "createdDateFrom": created_date_from, "createdDateTo": created_date_to})

    def get_individual_get_single(self, *, individual_monitor_record_id: Optional[str] = None) -> Any:
        """One monitor record."""
        return self.call("GET", "/monitoring/individual/records/getSingle",
                         query={"individual_monitor_record_id": individual_monitor_record_id})

    def post_individual_add_or_update_multiple(self, body: Any, *, partial: Optional[bool] = None,
                                               aml: Optional[bool] = None,
                                               idempotency_key: Optional[str] = None) -> Any:
        """Add or update monitor records."""
        return self.call("POST", "/monitoring/individual/records/addOrUpdateMultiple", query={"partial": partial, "aml": aml},
                         header={"Idempotency-Key": idempotency_key}, body=body)

    def put_individual_add_or_update_multiple(self, body: Any, *, partial: Optional[bool] = None,
                                              aml: Optional[bool] = None, idempotency_key: Optional[str] = None) -> Any:
        """Add or update monitor records."""
        return self.call("PUT", "/monitoring/individual/records/addOrUpdateMultiple", query={"partial": partial, "aml": aml},
                         header={"Idempotency-Key": idempotency_key}, body=body)

    def post_individual_add_or_update_single(self, body: Any = None, *, aml: Optional[bool] = None,
                                             idempotency_key: Optional[str] = None) -> Any:
        """Add or update one monitor record."""
        return self.call("POST", "/monitoring/individual/records/addOrUpdateSingle", query={"aml": aml},
                         header={"Idempotency-Key": idempotency_key}, body=body)

    def put_individual_add_or_update_single(self, body: Any = None, *, aml: Optional[bool] = None,
                                            idempotency_key: Optional[str] = None) -> Any:
        """Add or update one monitor record."""
        return self.call("PUT", "/monitoring/individual/records/addOrUpdateSingle", query={"aml": aml},
                         header={"Idempotency-Key": idempotency_key}, body=body)

    def post_individual_delete_record(self, *, individual_monitor_record_id: Optional[str] = None,
                                      idempotency_key: Optional[str] = None) -> Any:
        """Delete a monitor record."""
        return self.call("POST", "/monitoring/individual/records/deleteRecord",
                         query={"individual_monitor_record_id": individual_monitor_record_id},
                         header={"Idempotency-Key": idempotency_key})

    def get_individual_delete_record(self, *, individual_monitor_record_id: Optional[str] = None,
                                     idempotency_key: Optional[str] = None) -> Any:
        """Delete a monitor record."""
        return self.call("GET", "/monitoring/individual/records/deleteRecord",
                         query={"individual_monitor_record_id": individual_monitor_record_id},
                         header={"Idempotency-Key": idempotency_key})

    def delete_individual_delete_record(self, *, individual_monitor_record_id: Optional[str] = None,
                                        idempotency_key: Optional[str] = None) -> Any:
        """Delete a monitor record."""
        return self.call("DELETE", "/monitoring/individual/records/deleteRecord",
                         query={"individual_monitor_record_id": individual_monitor_record_id},
                         header={"Idempotency-Key": idempotency_key})

    def get_individual_matches_get_all(self, *, order: Optional[str] = None, confidence_threshold: Optional[int] = None,
                                       individual_monitor_record_id: Optional[str] = None,
                                       status: Optional[str] = None) -> Any:
        """The matches of a record."""
        return self.call("GET", "/monitoring/individual/records/matches/getAll", query={"order": order, "confidence_threshold": confidence_threshold, "individual_monitor_record_id": individual_monitor_record_id, "status": status})

    def post_individual_matches_get_all(self, *, order: Optional[str] = None,
                                        confidence_threshold: Optional[int] = None,
                                        individual_monitor_record_id: Optional[str] = None,
                                        status: Optional[str] = None) -> Any:
        """The matches of a record."""
        return self.call("POST", "/monitoring/individual/records/matches/getAll", query={"order": order, "confidence_threshold": confidence_threshold, "individual_monitor_record_id": individual_monitor_record_id, "status": status})

    def post_individual_insert_multiple_reviews(self, body: Any = None, *,
                                                individual_monitor_record_id: Optional[str] = None,
                                                reviews: Optional[str] = None, partial: Optional[bool] = None,
                                                idempotency_key: Optional[str] = None) -> Any:
        """Review matches."""
        return self.call("POST", "/monitoring/individual/records/matches/insertMultipleReviews",
                         query={"individual_monitor_record_id": individual_monitor_record_id, "reviews": reviews, "partial": partial},
                         header={"Idempotency-Key": idempotency_key}, body=body)

    def put_individual_insert_multiple_reviews(self, body: Any = None, *,
                                               individual_monitor_record_id: Optional[str] = None,
                                               reviews: Optional[str] = None, partial: Optional[bool] = None,
                                               idempotency_key: Optional[str] = None) -> Any:
        """Review matches."""
        return self.call("PUT", "/monitoring/individual/records/matches/insertMultipleReviews",
                         query={"individual_monitor_record_id": individual_monitor_record_id, "reviews": reviews, "partial": partial},
                         header={"Idempotency-Key": idempotency_key}, body=body)

    def get_individual_insert_multiple_reviews(self, *, individual_monitor_record_id: Optional[str] = None,
                                               reviews: Optional[str] = None, partial: Optional[bool] = None,
                                               idempotency_key: Optional[str] = None) -> Any:
        """Review matches."""
        return self.call("GET", "/monitoring/individual/records/matches/insertMultipleReviews",
                         query={"individual_monitor_record_id": individual_monitor_record_id, "reviews": reviews, "partial": partial},
                         header={"Idempotency-Key": idempotency_key})

    def get_individual_get_reviews(self, *, individual_monitor_record_id: Optional[str] = None,
                                   match_qrcode: Optional[int] = None) -> Any:
        """The reviews of a match."""
        return self.call("GET", "/monitoring/individual/records/matches/getReviews",
                         query={"individual_monitor_record_id": individual_monitor_record_id, "match_qrcode": match_qrcode})

    def get_individual_get_history(self, *, individual_monitor_record_id: Optional[str] = None,
                                   match_qrcode: Optional[int] = None) -> Any:
        """Everything that happened to a match."""
        return self.call("GET", "/monitoring/individual/records/matches/getHistory",
                         query={"individual_monitor_record_id": individual_monitor_record_id, "match_qrcode": match_qrcode})

    def get_individual_profile_lookup(self, *, resource_id: str) -> Any:
        """A individual profile."""
        return self.call("GET", "/monitoring/individual/profileLookup", query={"resource_id": resource_id})

    def get_individual_profile(self, resource_id: str) -> Any:
        """A individual profile by its resourceUri."""
        return self.call("GET", "/individuals/{resource_id}", path={"resource_id": resource_id})

    def screen_batch(self, body: Any) -> Any:
        """Search for many names at once."""
        return self.call("POST", "/screening/batch", body=body)

    def get_screening(self, *, other_names: Optional[List] = None, nationalities: Optional[List] = None,
                      residence_countries: Optional[List] = None, place_of_birth: Optional[str] = None,
                      addresses: Optional[List] = None, identifiers: Optional[List] = None, order: Optional[str] = None,
                      confidence_threshold: Optional[int] = None, search_type: str, company_name: Optional[str] = None,
                      name: Optional[str] = None, threshold: Optional[int] = None, countries: Optional[List] = None,
                      country_required: Optional[bool] = None, datasets: Optional[List] = None,
                      limit: Optional[int] = None, offset: Optional[int] = None, aml: Optional[bool] = None,
                      dob: Optional[str] = None, birth_year: Optional[int] = None, gender: Optional[str] = None,
                      dob_matching: Optional[str] = None, as_of: Optional[str] = None) -> Any:
        """Search for a company or an individual."""
        return self.call("GET", "/screening", query={"otherNames": other_names, "nationalities": nationalities, "residenceCountries": residence_countries, "placeOfBirth": place_of_birth, "addresses": addresses, "identifiers": identifiers, "order": order, "confidence_threshold": confidence_threshold, "search_type": search_type, "company_name": company_name, "name": name, "threshold": threshold, "countries": countries, "countryRequired": country_required, "datasets": datasets, "limit": limit, "offset": offset, "aml": aml, "dob": dob, "birth_year": birth_year, "gender": gender, "dob_matching": dob_matching, "as_of": as_of})

    def post_screening(self, body: Any = None) -> Any:
        """Search for a company or an individual."""
        return self.call("POST", "/screening", body=body)

    def explain_names(self, *, search_type: str, name: str, listed: str, score: Optional[int] = None) -> Any:
        """How two names compare, word by word."""
        return self.call("GET", "/screening/explanation", query={"search_type": search_type, "name": name, "listed": listed, "score": score})

    def post_explain_names(self, body: Any) -> Any:
        """How two names compare, word by word."""
        return self.call("POST", "/screening/explanation", body=body)

    def get_search(self, ref: str, *, limit: Optional[int] = None, offset: Optional[int] = None) -> Any:
        """A recorded search."""
        return self.call("GET", "/screening/searches/{ref}", path={"ref": ref}, query={"limit": limit, "offset": offset})

    def replay_search(self, ref: str, *, limit: Optional[int] = None, offset: Optional[int] = None) -> Any:
        """A recorded search, run again."""
        return self.call("GET", "/screening/searches/{ref}/replay", path={"ref": ref}, query={"limit": limit, "offset": offset})

    def get_kyb_report(self, company_code: str, *, country: Optional[str] = None) -> Any:
        """KYB report of a company."""
        return self.call("GET", "/svc/3.0/api/report/kyb/code/{company_code}", path={"company_code": company_code},
                         query={"country": country})
