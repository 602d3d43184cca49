-- Filters of console pages that the analysts of a project share under a name; query is that of the
-- page's address.
create table shared_views (
  project_id bigint not null,
  page text not null,
  name text not null,
  query text not null,
  saved_by text not null,
  saved_at bigint not null,
  primary key (project_id, page, name),
  foreign key (project_id) references projects (project_id)
);

-- What clients decided, by time: the report over a period reads it.
create index match_history_by_review on match_history (project_id, at)
  where is_review = 1 and source = 1;
