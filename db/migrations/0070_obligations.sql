-- Tasks of a giveaway's legal duties that staff finished. The list of duties and their dates is computed
-- (src/features/giveaways/obligations/duties.ts); a row is a task that was done or set aside.
create table obligation (
  giveaway_id uuid not null references giveaway (id),
  -- The id of a row of the table of duties.
  duty text not null check (length(duty) between 1 and 40),
  state text not null check (state in ('done', 'overridden')),
  -- The reference of a filing, or an owner's reason to set the duty aside.
  note text check (length(note) between 1 and 500),
  -- The day of the filing.
  done_on date,
  -- A file in the private part of the storage.
  file_key text unique,
  file_name text check (length(file_name) between 1 and 200),
  file_type text,
  table_version integer not null check (table_version > 0),
  -- What the task covered: a higher prize or an earlier start asks for it again.
  value_cents integer not null check (value_cents >= 0),
  begins_at timestamptz not null,
  by_id uuid,
  at timestamptz not null,
  primary key (giveaway_id, duty),
  constraint obligation_file check (num_nonnulls(file_key, file_name, file_type) in (0, 3)),
  constraint obligation_evidence check (
    (state = 'done' and done_on is not null and (note is not null or file_key is not null))
    or (state = 'overridden' and note is not null and done_on is null and file_key is null))
);
