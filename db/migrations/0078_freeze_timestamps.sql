-- Time stamps (RFC 3161) of frozen lists, by an authority that the shop may name. Optional: no draw waits for one.
create table freeze_timestamp (
  giveaway_id uuid not null,
  slip smallint not null,
  authority text not null,
  -- The answer of the authority, byte for byte, once it verified; and the moment that it names.
  token bytea,
  stamped_at timestamptz,
  asked_at timestamptz not null,
  attempts integer not null default 1 check (attempts > 0),
  -- Why the last answer was refused.
  fault text,
  primary key (giveaway_id, slip),
  foreign key (giveaway_id, slip) references draw_freeze (giveaway_id, slip),
  constraint stamped_or_not check ((token is null) = (stamped_at is null))
);
