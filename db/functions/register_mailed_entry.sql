-- Gives an entry by mail without a card the next number of the register and a sender. The release before the register writes such
-- entries while it still serves calls beside this one.
create or replace function register_mailed_entry() returns trigger language plpgsql as $$
begin
  -- Asked here and not by the trigger, whose condition every claim parses.
  if new.card_number is not null then return new; end if;
  update mail_register set last_number = last_number + 1 returning last_number into new.card_number;
  if new.mail_sender_id is null then
    select s.id into new.mail_sender_id from mail_sender s
      where s.erased_at is null and case when new.user_id is null then s.email = lower(new.mail_email) else s.user_id = new.user_id end
      order by s.created_at, s.id limit 1;
  end if;
  if new.mail_sender_id is null then
    insert into mail_sender (id, name, email, user_id, created_at)
      values (gen_random_uuid(), left(coalesce(nullif(new.mail_name, ''), 'Entrant'), 120), lower(new.mail_email), new.user_id, new.created_at)
      returning id into new.mail_sender_id;
  end if;
  insert into mail_card (number, giveaway_id, sender_id, received_on, postmarked_on, typed_by, typed_at, needs_second, state, decided_by,
      decided_at, entry_id)
    values (new.card_number, new.giveaway_id, new.mail_sender_id, coalesce(new.mail_received_on, shop_day(new.created_at)),
      new.mail_postmarked_on, new.created_by, new.created_at, false, 'registered', new.created_by, new.created_at, new.id);
  return new;
end $$;

create or replace trigger giveaway_entry_registered before insert on giveaway_entry
  for each row when (new.is_private) execute function register_mailed_entry();
