-- Sets the mailbox while a use of a first-order code counts, so that a mailbox has one of them.
create or replace function set_first_order_mailbox() returns trigger language plpgsql as $$
begin
  new.mailbox := case when new.first_order and new.state in ('held', 'used') and not new.late
    then (select mailbox_of(u.email) from users u where u.id = new.user_id) end;
  -- Late payments and merged accounts are never refused for it.
  if tg_op = 'UPDATE' and exists (select from code_use c where c.mailbox = new.mailbox and c.id <> new.id) then
    new.mailbox := null;
  end if;
  return new;
end $$;

create or replace trigger first_order_mailbox before insert or update of state, late, user_id on code_use
  for each row execute function set_first_order_mailbox();
