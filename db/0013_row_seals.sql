-- Seals prove that a row is what this installation wrote: a version byte and 16 bytes of a MAC under a
-- key that is not in the database. The total over all sealed rows of a project stands with the head of
-- its audit chain, so that a row that is gone, or an older one that was put back, is noticed too.
-- docs/ledger.md describes both. Null: the row, or the chain, is older than the seals.
alter table records add column seal bytea;
alter table matches add column seal bytea;
alter table match_history add column seal bytea;
alter table audit_heads add column sealed_rows bigint not null default 0;
alter table audit_heads add column total_changes bigint not null default 0;
alter table audit_heads add column covered_total bytea;
alter table audit_heads add column total_mac bytea;
