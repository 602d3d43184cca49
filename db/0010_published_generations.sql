-- The generations that servers on one ledger share, in the order in which they were published: each is
-- built upon the one before, and the file with this checksum lies in the shared directory for as long as
-- it is kept. docs/scaling.md tells how servers follow.
create table published_generations (
  generation bigint not null primary key,
  sha256 text not null,
  served_at bigint not null,
  node text not null
);
