-- How long a project keeps its recorded searches, its batches and its events, in days; 0: for ever
-- (not for events). docs/erasure.md has the table of all kinds of data.
alter table monitoring_settings add column search_retention_days bigint not null default 0;
alter table monitoring_settings add column batch_retention_days bigint not null default 0;
alter table monitoring_settings add column event_retention_days bigint not null default 30;
create index searches_of_batches on searches (project_id, search_id) where batch_items > 0;
