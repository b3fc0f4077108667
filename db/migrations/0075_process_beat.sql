-- What each process last said of itself, every 10 seconds: other processes cannot know its breakers and its load.
create table process_beat (
  instance text primary key check (char_length(instance) between 1 and 80),
  role text not null check (role in ('all', 'web', 'worker')),
  release text not null,
  started_at timestamptz not null,
  beat_at timestamptz not null,
  overload smallint not null check (overload between 0 and 2),
  -- Providers that the process leaves alone: [{ provider, since }].
  outages jsonb not null
);
