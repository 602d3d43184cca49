-- Monitor records, their matches, what happened to each match, the events of the pull feed, the
-- settings of a project, and how far re-screening has come. docs/monitoring.md tells how they work
-- together. Keys begin with the project; texts that are ordered or compared byte by byte are bytea,
-- because the order of text depends on how a database was set up.

-- What a project asks of its monitoring; no row means the defaults. `version` rises with each change:
-- what was screened under an earlier one is screened again.
create table monitoring_settings (
  project_id bigint not null primary key,
  version bigint not null,
  threshold bigint not null,
  datasets bigint not null,
  birth_date_rule text not null,
  country_rule text not null,
  auto_discard bigint not null,
  strict_reviews bigint not null,
  retention_days bigint not null,
  updated_at bigint not null,
  foreign key (project_id) references projects (project_id)
);

-- family: 1 business, 2 individual. A record number is given out once and never again: a record that
-- is deleted and made anew under the same id is another record. The counters are those of the
-- record's matches and move with them.
create table records (
  project_id bigint not null,
  record_number bigint not null,
  family bigint not null,
  record_id bytea not null,
  name text not null,
  countries text not null,
  dob text not null,
  gender text not null,
  created_at bigint not null,
  updated_at bigint not null,
  deleted_at bigint,
  criteria_version bigint not null,
  open_count bigint not null default 0,
  false_positive_count bigint not null default 0,
  true_positive_count bigint not null default 0,
  discarded_count bigint not null default 0,
  screened_generation bigint not null,
  screened_engine bigint not null,
  screened_settings bigint not null,
  screened_at bigint not null,
  primary key (project_id, record_number),
  foreign key (project_id) references projects (project_id)
);
create unique index records_by_id on records (project_id, family, record_id)
  where deleted_at is null;
create index records_by_creation on records (project_id, family, created_at, record_id)
  where deleted_at is null;
create index records_deleted on records (deleted_at) where deleted_at is not null;

-- The sums over the records of a family that are not deleted.
create table family_totals (
  project_id bigint not null,
  family bigint not null,
  records bigint not null default 0,
  open_records bigint not null default 0,
  open_matches bigint not null default 0,
  false_positive_matches bigint not null default 0,
  true_positive_matches bigint not null default 0,
  discarded_matches bigint not null default 0,
  primary key (project_id, family)
);

-- status: 1 open, 2 true-positive, 3 false-positive, 4 discarded. score 0: no longer a match.
-- client_status and client_score: the status that a client set last, and the score it saw then.
create table matches (
  project_id bigint not null,
  record_number bigint not null,
  qr_code bigint not null,
  resource_id text not null,
  family bigint not null,
  status bigint not null,
  score bigint not null,
  matched_name text not null,
  name text not null,
  countries text not null,
  datasets bigint not null,
  births text not null,
  gender text not null,
  pep_tier text not null,
  version bigint not null,
  match_version bigint not null,
  client_status bigint,
  client_score bigint,
  created_at bigint not null,
  updated_at bigint not null,
  reviewed_at bigint not null,
  generation bigint not null,
  engine bigint not null,
  deleted bigint not null default 0,
  primary key (project_id, record_number, qr_code)
);
create unique index matches_by_resource on matches (project_id, record_number, resource_id);
create index matches_by_status on matches (project_id, status, updated_at) where deleted = 0;

-- Everything that happened to a match, in order, never changed. Rows with is_review are the reviews of
-- the interface; source: 1 client, 2 service.
create table match_history (
  project_id bigint not null,
  record_number bigint not null,
  qr_code bigint not null,
  step bigint not null,
  at bigint not null,
  source bigint not null,
  action text not null,
  is_review bigint not null,
  from_status bigint,
  to_status bigint not null,
  score bigint not null,
  version bigint not null,
  match_version bigint not null,
  client_risk_rating text,
  client_comment text,
  client_user_id text,
  username text,
  request_id text not null,
  reason text not null,
  primary key (project_id, record_number, qr_code, step)
);

-- The pull feed. Sequences of a project rise in the order of commits, because its writes are ordered
-- by the head of its audit chain.
create table events (
  project_id bigint not null,
  sequence bigint not null,
  at bigint not null,
  type text not null,
  data text not null,
  primary key (project_id, sequence)
);
create index events_by_age on events (at);

-- 4,096 neighbouring record numbers. Every record of the chunk has been screened under at least this
-- generation, engine and settings, by itself or with the chunk. `changes` moves whenever a record of
-- the chunk is saved. A chunk is brought up to date by whoever holds the lease; the fence rises with
-- each lease, and only the newest may write.
create table screening_chunks (
  project_id bigint not null,
  chunk bigint not null,
  generation bigint not null,
  engine bigint not null,
  settings_version bigint not null,
  screened_at bigint not null,
  changes bigint not null default 0,
  lease_owner text not null default '',
  lease_until bigint not null default 0,
  fence bigint not null default 0,
  primary key (project_id, chunk)
);
create index screening_chunks_behind on screening_chunks (generation, engine);

-- When a project's re-screening began and ended last.
create table screening_runs (
  project_id bigint not null primary key,
  started_at bigint not null,
  completed_at bigint,
  generation bigint not null,
  matches_changed bigint not null default 0
);

-- The generations that records were screened under. A number that comes back with another time of
-- making is another catalogue: everything is then screened in full.
create table watched_generations (
  generation bigint not null primary key,
  created_at bigint not null,
  first_served_at bigint not null
);
