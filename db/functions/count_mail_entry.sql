-- Keeps giveaway_participant.mail_count equal to the live entries by mail of the user, for every writer of entries.
create or replace function count_mail_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.user_id is not null and old.removed_at is null then
    update giveaway_participant set mail_count = mail_count - 1
      where giveaway_id = old.giveaway_id and user_id = old.user_id and mail_count > 0;
  end if;
  if new.user_id is not null and new.removed_at is null then
    insert into giveaway_participant as p (giveaway_id, user_id, entry_count, mail_count) values (new.giveaway_id, new.user_id, 0, 1)
      on conflict (giveaway_id, user_id) do update set mail_count = p.mail_count + 1;
  end if;
  return null;
end $$;

create or replace trigger giveaway_entry_mail_added after insert on giveaway_entry
  for each row when (new.is_private) execute function count_mail_entry();
create or replace trigger giveaway_entry_mail_changed after update of removed_at, user_id on giveaway_entry
  for each row when (new.is_private
    and (old.user_id, old.removed_at is null) is distinct from (new.user_id, new.removed_at is null))
  execute function count_mail_entry();
