-- Writes the events of changed and deleted entries. Whatever changes an entry, by whichever way, has its leaf in the entry tree.
-- All rows of a statement at once, so that 100,000 entries of a cancelled giveaway cost one statement.
create or replace function record_draw_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into draw_event (giveaway_id, at, kind, entry_id, person_id, number, reason)
      select o.giveaway_id, clock_timestamp(), 'out', o.id, coalesce(o.user_id, o.mail_sender_id, o.id), o.slot_number, 'left'
      from old_rows o where is_in_tree(o) and not is_list_final(o.giveaway_id) order by o.giveaway_id, o.slot_number;
    return null;
  end if;
  if exists (
    select from old_rows o join new_rows n using (id)
    where o.is_private and not is_in_tree(o) and is_in_tree(n) and not is_list_final(n.giveaway_id)
  ) then
    raise exception 'a card that was taken out does not come back' using errcode = 'restrict_violation';
  end if;
  insert into draw_event (giveaway_id, at, kind, person_id, into_person_id)
    select distinct n.giveaway_id, clock_timestamp(), 'same', o.person, n.person from (
      select id, coalesce(user_id, mail_sender_id, id) as person from old_rows o where is_in_tree(o)
    ) o join (
      select id, giveaway_id, coalesce(user_id, mail_sender_id, id) as person from new_rows n where is_in_tree(n)
    ) n using (id)
    where o.person <> n.person and not is_list_final(n.giveaway_id);
  insert into draw_event (giveaway_id, at, kind, entry_id, person_id, number, to_number, source, mark, reason)
    select n.giveaway_id,
      case when is_in_tree(n) then clock_timestamp() else coalesce(n.removed_at, clock_timestamp()) end,
      case when not is_in_tree(n) then 'out' when is_in_tree(o) then 'move' else 'enter' end,
      n.id, coalesce(n.user_id, n.mail_sender_id, n.id),
      case when is_in_tree(o) then o.slot_number else n.slot_number end,
      case when is_in_tree(o) and is_in_tree(n) then n.slot_number end,
      case when n.is_staff then 'staff' when n.is_auto_entry then 'auto' else 'credit' end, n.mark,
      case when is_in_tree(n) then null when n.removed_at is null then 'cancelled' when n.is_forfeited then 'forfeit'
        else coalesce(n.removed_as, 'staff') end
    from old_rows o join new_rows n using (id)
    where (is_in_tree(o) <> is_in_tree(n) or (is_in_tree(o) and o.slot_number <> n.slot_number)) and not is_list_final(n.giveaway_id)
    -- Places that are left come before places that are taken.
    order by n.giveaway_id, is_in_tree(n), n.slot_number;
  return null;
end $$;
create or replace trigger entry_change_event after update on giveaway_entry
  referencing old table as old_rows new table as new_rows for each statement execute function record_draw_event();
create or replace trigger entry_deletion_event after delete on giveaway_entry
  referencing old table as old_rows for each statement execute function record_draw_event();
