-- Writes the event of a new entry, except claims with marks, which write their own (claim_slots).
create or replace function record_new_entry() returns trigger language plpgsql as $$
begin
  if is_list_final(new.giveaway_id) or not (is_in_tree(new) or new.is_private) then return null; end if;
  insert into draw_event (giveaway_id, at, kind, entry_id, person_id, number, source, mark, received_on, card_number)
    values (new.giveaway_id, new.created_at, case when new.is_private then 'mail' else 'enter' end, new.id,
      coalesce(new.user_id, new.mail_sender_id, new.id), new.slot_number,
      case when new.is_private then null when new.is_staff then 'staff' when new.is_auto_entry then 'auto' else 'credit' end,
      new.mark, case when new.is_private then coalesce(new.mail_received_on, shop_day(new.created_at)) end,
      -- 0.9.0 has no register of cards: the entry's place among the cards is its number.
      case when new.is_private then coalesce(new.card_number,
        new.slot_number - (select total_slots from giveaway where id = new.giveaway_id)) end);
  if not is_in_tree(new) then
    insert into draw_event (giveaway_id, at, kind, entry_id, person_id, number, reason)
      values (new.giveaway_id, new.created_at, 'out', new.id, coalesce(new.user_id, new.mail_sender_id, new.id), new.slot_number, 'staff');
  end if;
  return null;
end $$;
create or replace trigger entry_event after insert on giveaway_entry for each row
  when (new.mark is null or new.is_private) execute function record_new_entry();
