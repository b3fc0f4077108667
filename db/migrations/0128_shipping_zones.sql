-- Zones are states that share their methods of shipping. A state of no zone has the flat amount of the settings, as every state has it for
-- the last release.
create table shipping_zone (
  id uuid primary key,
  name text not null constraint shipping_zone_name check (length(name) between 1 and 60),
  -- False: the shop sends nothing there.
  is_served boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- The key keeps a state out of a second zone.
create table shipping_zone_state (
  state text primary key constraint shipping_zone_state_code check (state ~ '^[A-Z]{2}$'),
  zone_id uuid not null references shipping_zone on delete cascade
);
create index shipping_zone_state_zone_id on shipping_zone_state (zone_id);

create table shipping_method (
  id uuid primary key,
  zone_id uuid not null references shipping_zone on delete cascade,
  position smallint not null,
  name text not null constraint shipping_method_name check (length(name) between 1 and 60),
  -- What the bands measure: nothing, grams, or the value of the goods in cents.
  measure text not null constraint shipping_method_measure check (measure in ('flat', 'weight', 'value')),
  free_from_cents integer constraint shipping_method_free_from_cents check (free_from_cents > 0),
  tare_grams integer not null default 0 constraint shipping_method_tare_grams check (tare_grams between 0 and 100000),
  -- Business days on the way; both null where no day is promised.
  days_from smallint,
  days_to smallint,
  constraint shipping_method_days check ((days_from is null) = (days_to is null) and days_from >= 0 and days_to >= days_from)
);
create index shipping_method_zone_id on shipping_method (zone_id);

-- A price from one measure on and below another. Each band but the one from 0 begins where another one ends, and no two begin or end at one
-- place, so bands neither overlap nor leave a gap. The last one may be without an end.
create table shipping_band (
  method_id uuid not null references shipping_method on delete cascade,
  from_measure integer not null constraint shipping_band_from check (from_measure >= 0),
  below_measure integer,
  cents integer not null constraint shipping_band_cents check (cents between 0 and 1000000),
  follows integer generated always as (nullif(from_measure, 0)) stored,
  primary key (method_id, from_measure),
  constraint shipping_band_end unique (method_id, below_measure),
  constraint shipping_band_holds_something check (below_measure > from_measure),
  constraint shipping_band_no_gap foreign key (method_id, follows) references shipping_band (method_id, below_measure)
    deferrable initially deferred
);
