-- The last simulation of the draw of a giveaway with its list of that moment: how often a bought and a free entry would win.
create table parity_simulation (
  giveaway_id uuid primary key references giveaway (id),
  bought integer not null check (bought > 0),
  free integer not null check (free > 0),
  draws integer not null check (draws > 0),
  bought_wins integer not null check (bought_wins between 0 and draws),
  -- Replays the simulation.
  seed text not null,
  simulated_at timestamptz not null
);
