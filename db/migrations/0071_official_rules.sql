-- The official rules of each giveaway, generated from its facts, one row a version.
create table giveaway_rules (
  giveaway_id uuid not null references giveaway (id),
  version integer not null check (version > 0),
  -- Clauses of plain blocks, as legal texts have.
  clauses jsonb not null,
  -- SHA-256 of the clauses.
  hash text not null,
  -- Public: why the rules changed. Null for the first version and before the first entry.
  reason text check (length(reason) between 1 and 500),
  published_at timestamptz not null,
  by_id uuid,
  primary key (giveaway_id, version)
);

-- The version in force, which a claim reads with the other terms.
alter table giveaway add column rules_version integer;
-- The version that the entrant accepted by entering. Null for entries before the rules had versions.
alter table giveaway_entry add column rules_version integer;
