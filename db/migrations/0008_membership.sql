-- The premium membership of a user; a row for each subscription at the payment provider.
create table membership (
  id uuid primary key,
  user_id uuid not null references users (id),
  provider_id text unique,
  plan text not null check (plan in ('monthly', 'yearly')),
  status text not null check (status in ('active', 'past_due', 'cancelled')),
  started_at timestamptz not null,
  current_period_ends_at timestamptz not null,
  cancelled_at timestamptz
);
-- At most one that gives the benefits.
create unique index membership_active on membership (user_id) where status = 'active';

-- Whether a person enjoys the benefits now. The earlier features ask this, and know nothing of the table.
create function is_subscriber(person uuid) returns boolean language sql stable as $$
  select exists (select from membership where user_id = person and status = 'active')
$$;
