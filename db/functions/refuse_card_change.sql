-- Refuses to rewrite the register of mailed entries, for the owner of the table too. An opened card is typed once, a waiting card is
-- decided once; what was read on it stays as it was typed. The typing also fixes whether the card needs a second person.
create or replace function refuse_card_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and (new.number, new.giveaway_id, new.received_on, new.channel, new.extra_of, new.opened_at, new.opened_by)
      is not distinct from
      (old.number, old.giveaway_id, old.received_on, old.channel, old.extra_of, old.opened_at, old.opened_by)
    and ((old.state = 'opened' and new.state <> 'opened') or (new.needs_second, new.sender_id, new.postmarked_on, new.typed_by, new.typed_at)
      is not distinct from (old.needs_second, old.sender_id, old.postmarked_on, old.typed_by, old.typed_at))
    and (old.state = 'opened' or (old.state = 'waiting' and new.state <> 'opened')
      or (new.state, new.decided_by, new.decided_at, new.reason, new.entry_id)
        is not distinct from (old.state, old.decided_by, old.decided_at, old.reason, old.entry_id))
    and new.is_opening_tallied >= old.is_opening_tallied and new.is_decision_tallied >= old.is_decision_tallied
  then return new;
  end if;
  raise exception 'the register of cards keeps card %', old.number using errcode = 'restrict_violation';
end $$;

create or replace trigger mail_card_kept before update or delete on mail_card for each row execute function refuse_card_change();
