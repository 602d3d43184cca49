-- Endpoints that events are pushed to, and what became of each event for each endpoint. docs/events.md
-- tells how they work together. A secret is never stored: it is derived from the server key and its salt.

-- event_types: comma-separated, empty for all. reached: the events up to this sequence have their rows in
-- webhook_deliveries. failing_since: the first failure after the last success.
create table webhooks (
  project_id bigint not null,
  webhook_id text not null,
  url text not null,
  event_types text not null,
  active bigint not null,
  description text not null,
  secret_salt bytea not null,
  previous_salt bytea,
  previous_until bigint not null default 0,
  reached bigint not null,
  failing_since bigint,
  delivered_at bigint,
  disabled_at bigint,
  disabled_reason text not null default '',
  created_at bigint not null,
  updated_at bigint not null,
  primary key (project_id, webhook_id),
  foreign key (project_id) references projects (project_id)
);

-- status: 1 pending, 2 delivered, 3 dead. The body is made of the event; a test has no event and carries
-- its own. A delivery is tried by whoever holds the lease; the fence rises with each lease, and only the
-- newest may say what came of it.
create table webhook_deliveries (
  project_id bigint not null,
  delivery_id bigint not null,
  webhook_id text not null,
  event_sequence bigint,
  test_body text not null default '',
  event_type text not null,
  status bigint not null,
  attempts bigint not null default 0,
  next_at bigint not null,
  created_at bigint not null,
  last_at bigint,
  last_status bigint not null default 0,
  last_error text not null default '',
  last_millis bigint not null default 0,
  finished_at bigint,
  lease_owner text not null default '',
  lease_until bigint not null default 0,
  fence bigint not null default 0,
  primary key (project_id, delivery_id)
);
create unique index webhook_deliveries_once on webhook_deliveries (project_id, webhook_id, event_sequence)
  where event_sequence is not null;
create index webhook_deliveries_by_webhook on webhook_deliveries (project_id, webhook_id, status, delivery_id);
create index webhook_deliveries_due on webhook_deliveries (next_at) where status = 1;
create index webhook_deliveries_finished on webhook_deliveries (finished_at) where status <> 1;
