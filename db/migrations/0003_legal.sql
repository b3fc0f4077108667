-- Legal texts and their acceptances.

-- Every wording that was ever in force; a changed word or number is a new version. Append-only.
create table legal_document (
  kind text not null check (kind in ('terms', 'privacy', 'sweepstakes', 'no-purchase-necessary', 'age-verification')),
  version integer not null check (version > 0),
  title text not null,
  clauses jsonb not null check (jsonb_typeof(clauses) = 'array'),
  -- SHA-256 of title and clauses in hex; another hash is another wording.
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  published_at timestamptz not null,
  primary key (kind, version)
);

-- Evidence: only the network address changes, to null when the account is deleted.
create table legal_acceptance (
  user_id uuid not null references users (id),
  kind text not null,
  version integer not null,
  how text not null check (how in ('registration', 'notice')),
  ip text,
  accepted_at timestamptz not null,
  primary key (user_id, kind, version),
  foreign key (kind, version) references legal_document (kind, version)
);
