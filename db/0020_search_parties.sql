-- Which grouping of list entries into parties a search was answered with: its revision and its digest
-- (docs/parties.md). Empty: every entry was a party of its own.
alter table searches add column parties text not null default '';
