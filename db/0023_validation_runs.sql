-- Validation runs of a project (docs/validation.md). `pieces` of `all_pieces` are done; `checkpoint` is their
-- tally, good for a plan with the digest `plan_sha256` alone. `weak`: classes below the line that are not accepted.
create table validation_runs (
  project_id bigint not null,
  run_id text not null,
  created_at bigint not null,
  started_at bigint,
  finished_at bigint,
  actor text not null,
  username text not null,
  request_id text not null,
  scheduled bigint not null,
  seed bigint not null,
  per_class bigint not null,
  per_population bigint not null,
  line bigint not null,
  all_pieces bigint not null default 0,
  pieces bigint not null default 0,
  plan_sha256 text not null default '',
  checkpoint text not null default '',
  summary text not null default '',
  weak bigint not null default 0,
  failure text not null default '',
  primary key (project_id, run_id),
  foreign key (project_id) references projects (project_id)
);
create index validation_runs_unfinished on validation_runs (created_at) where finished_at is null;

-- The files of a run with their signatures, as they were written.
create table validation_files (
  project_id bigint not null,
  run_id text not null,
  name text not null,
  content text not null,
  primary key (project_id, run_id, name)
);

-- Weak classes that somebody answers for.
create table accepted_classes (
  project_id bigint not null,
  class text not null,
  owner text not null,
  note text not null,
  accepted_by text not null,
  accepted_at bigint not null,
  primary key (project_id, class)
);
