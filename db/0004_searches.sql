-- Screening searches as they were answered. The answer that stands here is the record; the names
-- asked for are personal data and stand in `question` alone.
create table searches (
  project_id bigint not null,
  search_id bigint not null,
  ref text not null,
  at bigint not null,
  user_id bigint not null,
  request_id text not null,
  generation bigint not null,
  engine_version text not null,
  -- 0: one search, which stands in this row. Else a batch: its names stand in search_items.
  batch_items bigint not null,
  -- When the answer was complete; null while a batch is under way or when it was broken off.
  completed_at bigint,
  question text not null,
  total bigint not null,
  -- 33 bytes per hit of the page: the resource id and the score, in the order answered.
  hits bytea not null,
  primary key (project_id, search_id)
);
create unique index searches_by_ref on searches (project_id, ref);

-- The names of a batch, numbered from 0.
create table search_items (
  project_id bigint not null,
  search_id bigint not null,
  item bigint not null,
  item_key text not null,
  question text not null,
  -- The code of the failure when this name could not be searched, else empty.
  failure text not null,
  total bigint not null,
  hits bytea not null,
  primary key (project_id, search_id, item)
);
