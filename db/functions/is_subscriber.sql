-- True for a user with the benefits of a membership. Earlier features call this and do not know the table.
create or replace function is_subscriber(person uuid) returns boolean language sql stable as $$
  select exists (select from active_member where user_id = person)
$$;
