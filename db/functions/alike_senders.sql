-- Senders who count as one person for limit, period and age: of equal name and address, or of equal e-mail address where one has no postal
-- address. Each keeps its own entries, receipts and account. A sender is alike to itself.
create or replace function alike_senders(sender uuid) returns table (id uuid, user_id uuid, birth_date date)
language sql stable parallel safe as $$
  select s.id, s.user_id, s.birth_date from mail_sender s where s.id = alike_senders.sender
  union
  select o.id, o.user_id, o.birth_date from mail_sender s
    join mail_sender o on o.name_key = s.name_key and o.address_key = s.address_key where s.id = alike_senders.sender
  union
  select o.id, o.user_id, o.birth_date from mail_sender s
    join mail_sender o on o.email = s.email and (o.address_key is null or s.address_key is null) where s.id = alike_senders.sender
$$;
