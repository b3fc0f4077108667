-- The moment at which the list of a closed giveaway is frozen: the end of the shop's day on which the mail window ends, and 12 hours for
-- that day's cards. An early draw freezes at once.
alter table giveaway add column freezes_at timestamptz;

-- Frozen lists. `manifest` is the freeze leaf of the shop's log, byte for byte. Slip 0 is the first freeze; a later slip has another round
-- and its time only.
create table draw_freeze (
  giveaway_id uuid not null references giveaway (id),
  slip smallint not null check (slip >= 0),
  manifest text not null,
  log_index integer not null unique,
  round integer not null check (round >= 1),
  draws_at timestamptz not null,
  frozen_at timestamptz not null,
  method text not null check (method in ('automatic', 'random')),
  is_early boolean not null,
  reason text,
  frozen_by uuid,
  primary key (giveaway_id, slip),
  check (not is_early or reason is not null)
);

-- The decisive freeze of a giveaway: the first that the witnesses cosigned in time.
create table freeze_quorum (
  giveaway_id uuid primary key,
  slip smallint not null,
  checkpoint_size integer not null,
  reached_at timestamptz not null,
  foreign key (giveaway_id, slip) references draw_freeze (giveaway_id, slip)
);

-- A draw by a public round names the manifest, the round and the whole order of places. The former columns belong to draws of earlier releases.
alter table draw
  alter column seed drop not null,
  alter column list drop not null,
  alter column list_hash drop not null,
  alter column winner_index drop not null,
  add column manifest_hash text,
  add column round integer,
  add column signature text,
  add column log_index integer unique,
  add column places integer[],
  add constraint draw_evidence check (
    case when manifest_hash is null then seed is not null and list is not null and list_hash is not null
    else round is not null and signature is not null and log_index is not null and places is not null and cardinality(places) > 0 end
  );
