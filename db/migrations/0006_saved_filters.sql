-- Named filters of a staff list, as the query of its URL. They belong to the account, so that each device has them.
create table saved_filter (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  tab text not null check (length(tab) between 1 and 30),
  name text not null check (length(name) between 1 and 60),
  -- 'status=to_pack&state=UT'
  query text not null check (length(query) between 1 and 1000),
  created_at timestamptz not null
);
create unique index saved_filter_name on saved_filter (user_id, tab, lower(name));
