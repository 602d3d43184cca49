-- Erasures of persons (docs/erasure.md). The certificate says whom by keyed digests, and what was
-- taken away by counts: no personal data. Backups made later know by it whom an older backup must
-- not bring back.
create table erasures (
  project_id bigint not null,
  erasure_id text not null,
  at bigint not null,
  actor text not null,
  certificate text not null,
  signature text not null,
  primary key (project_id, erasure_id),
  foreign key (project_id) references projects (project_id)
);
