-- What analysts add to a customer besides reviews. kind: 0 comment, 1 file, 2 link. Items of a record are
-- numbered from 1 without gaps, so that one that is missing is noticed; a removed one keeps its row.
-- name: of the file, or of what the link leads to. link_kind: 0 none, 1 record, 2 profile.
create table case_items (
  project_id bigint not null,
  record_number bigint not null,
  item bigint not null,
  kind bigint not null,
  at bigint not null,
  actor text not null,
  username text not null,
  request_id text not null,
  comment text not null,
  name text not null,
  media_type text not null,
  bytes bigint not null,
  sha256 text not null,
  link_kind bigint not null,
  link_family bigint not null,
  link_id text not null,
  removed_at bigint not null default 0,
  removed_by text not null default '',
  seal bytea not null,
  primary key (project_id, record_number, item),
  foreign key (project_id) references projects (project_id)
);

-- The bytes of files, apart so that reading a case does not read them. sha256 of the item covers them.
create table case_files (
  project_id bigint not null,
  record_number bigint not null,
  item bigint not null,
  content bytea not null,
  primary key (project_id, record_number, item)
);
