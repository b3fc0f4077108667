-- Auto-entry of a user, for earlier features. enabled: it is on, and the user is a member. opt_out: the user switched it off.
-- last_at: time of the last auto-entry, or null.
create or replace function auto_entry_of(person uuid, out enabled boolean, out opt_out boolean, out last_at timestamptz)
language sql stable as $$
  select coalesce(wish.enabled, false) and is_subscriber(person), coalesce(not wish.enabled, false),
    (select max(created_at) from auto_entry where user_id = person and entry_id is not null)
  from (values (person)) as one (user_id) left join auto_entry_preference wish using (user_id)
$$;
