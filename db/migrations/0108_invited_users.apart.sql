-- Invited people, for the filter of the staff list.
create index concurrently if not exists users_invited on users (created_at desc, id desc)
  where offered_role is not null and deleted_at is null;
