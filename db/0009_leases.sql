-- Work of the installation that one node does at a time. The fence rises with each lease, and only
-- the newest may write.
create table leases (
  work text primary key,
  owner text not null,
  held_until bigint not null,
  fence bigint not null
);
