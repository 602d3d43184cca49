-- Reviews of many matches that the server carries out as one job (docs/monitoring.md). `undoes` names
-- the job that this one takes back. `reached` moves in the transaction of the reviews, so that any
-- server continues where the job stood. The seals cover everything but the progress.
create table review_jobs (
  project_id bigint not null,
  job_id text not null,
  created_at bigint not null,
  finished_at bigint,
  actor text not null,
  username text not null,
  request_id text not null,
  client_user_id text not null,
  comment text not null,
  rating text not null,
  undoes text,
  stopped bigint not null default 0,
  total bigint not null,
  reached bigint not null default 0,
  stored bigint not null default 0,
  seal bytea not null,
  primary key (project_id, job_id),
  foreign key (project_id) references projects (project_id)
);
create index review_jobs_unfinished on review_jobs (created_at) where finished_at is null;
create unique index review_jobs_undone on review_jobs (project_id, undoes) where undoes is not null;

-- result: 0 waiting, 1 stored, 2 left alone because the match is in another state or gone. from_status
-- is the status that the reviewer saw; match_version 0: any.
create table review_job_items (
  project_id bigint not null,
  job_id text not null,
  item bigint not null,
  family bigint not null,
  record_id bytea not null,
  qr_code bigint not null,
  from_status bigint not null,
  to_status bigint not null,
  match_version bigint not null,
  result bigint not null default 0,
  seal bytea not null,
  primary key (project_id, job_id, item)
);
