-- What customers' systems know beside the name (one JSON object, empty when nothing is given), and how
-- likely a match is the customer, with the terms of that number (docs/evidence.md). -1: not assessed yet.
-- client_confidence is the confidence that a client saw when it set client_status.
alter table records add column details text not null default '';
alter table matches add column confidence bigint not null default -1;
alter table matches add column evidence_terms text not null default '';
alter table matches add column evidence_sentence text not null default '';
alter table matches add column client_confidence bigint;

-- Open matches below the line are closed by the service; 0: none is. So many percent of them stay
-- open for a person.
alter table monitoring_settings add column close_below_confidence bigint not null default 0;
alter table monitoring_settings add column close_sample_percent bigint not null default 5;

-- The order of the queue by confidence, then score.
create index matches_by_confidence on matches
  (project_id, status, (confidence * 128 + score), record_number, qr_code, family, datasets)
  where deleted = 0;
