-- What a daily attestation is derived from (docs/attestations.md), and the attestations of closed days.

-- Each change of a list that served: the list, or that it was removed. Serials rise with each row.
create table served_lists (
  serial bigint not null primary key,
  list text not null,
  name text not null,
  removed bigint not null default 0,
  generation bigint not null,
  generation_created_at bigint not null,
  served_at bigint not null,
  published text not null,
  checksum text not null,
  read_at bigint not null,
  records bigint not null
);
create index served_lists_by_list on served_lists (list, serial);

-- What sources answered: one row for neighbouring tries with the same outcome. modified_at is when the
-- publisher's server says that the file was put there; 0: it does not say. A source that never brought
-- a list stands with its own id in place of the list's.
create table list_checks (
  source text not null,
  list text not null,
  began_at bigint not null,
  until_at bigint not null,
  good bigint not null,
  checksum text not null,
  modified_at bigint not null,
  failure text not null,
  primary key (source, list, began_at)
);
create index list_checks_by_end on list_checks (until_at);

-- When servers ran. clock_moved: the span began because the clock of the server jumped.
create table running_spans (
  node text not null,
  began_at bigint not null,
  seen_at bigint not null,
  clock_moved bigint not null default 0,
  primary key (node, began_at)
);
create index running_spans_by_end on running_spans (seen_at);

-- When all records of a project were screened under a generation.
create table screening_completions (
  project_id bigint not null,
  completed_at bigint not null,
  generation bigint not null,
  generation_created_at bigint not null,
  primary key (project_id, completed_at, generation)
);
insert into screening_completions (project_id, completed_at, generation, generation_created_at)
  select r.project_id, r.completed_at, r.generation, w.created_at from screening_runs r
  join watched_generations w on w.generation = r.generation where r.completed_at is not null;

-- Records of the chunk that could not be screened, the last time that the chunk was.
alter table screening_chunks add column unscreened bigint not null default 0;

-- Closed days. The document is exactly what is signed; the audit chain has its SHA-256.
create table attestations (
  project_id bigint not null,
  day text not null,
  closed_at bigint not null,
  complete bigint not null,
  gaps bigint not null,
  document text not null,
  seal bytea not null,
  primary key (project_id, day),
  foreign key (project_id) references projects (project_id)
);

-- Changed lists that were announced as late.
create table late_lists (
  project_id bigint not null,
  serial bigint not null,
  announced_at bigint not null,
  primary key (project_id, serial)
);
