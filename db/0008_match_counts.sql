-- The queue of matches and the overview of a project answer from these, however many matches there are.
-- Both count the matches of records that are stored and not deleted, and move with them in the same
-- transaction. Rows may stay at 0.

create table match_counts (
  project_id bigint not null,
  family bigint not null,
  status bigint not null,
  score bigint not null,
  datasets bigint not null,
  matches bigint not null,
  primary key (project_id, family, status, score, datasets)
);

-- day: since 1970, UTC, of the time at which a match was found first.
create table match_days (
  project_id bigint not null,
  status bigint not null,
  day bigint not null,
  matches bigint not null,
  primary key (project_id, status, day)
);

-- Matches that are written ahead of their records have no record yet.
insert into match_counts (project_id, family, status, score, datasets, matches)
  select m.project_id, m.family, m.status, m.score, m.datasets, count(*) from matches m
  join records r on r.project_id = m.project_id and r.record_number = m.record_number
  where m.deleted = 0 group by m.project_id, m.family, m.status, m.score, m.datasets;
insert into match_days (project_id, status, day, matches)
  select m.project_id, m.status, m.created_at / 86400000, count(*) from matches m
  join records r on r.project_id = m.project_id and r.record_number = m.record_number
  where m.deleted = 0 group by m.project_id, m.status, m.created_at / 86400000;

-- One for each order of the queue. What the queue can be narrowed by stands in them as well.
drop index matches_by_status;
create index matches_by_score on matches
  (project_id, status, score, record_number, qr_code, family, datasets) where deleted = 0;
create index matches_by_creation on matches
  (project_id, status, created_at, record_number, qr_code, family, datasets, score) where deleted = 0;
create index matches_by_record on matches
  (project_id, status, record_number, qr_code, family, datasets, score) where deleted = 0;
create index matches_by_review on matches (project_id, reviewed_at)
  where deleted = 0 and client_status is not null;
