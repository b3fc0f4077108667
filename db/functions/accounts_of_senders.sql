-- Accounts whose entries count together with those of a sender for the limit: accounts that own an alike sender, and accounts of a typed
-- e-mail address. The second count before the proof of their mailbox too, so that an unproven account is no second limit; nothing else
-- follows from them.
create or replace function accounts_of_senders(sender uuid) returns setof uuid language sql stable parallel safe as $$
  select a.user_id from alike_senders(accounts_of_senders.sender) a where a.user_id is not null
  union
  select u.id from alike_senders(accounts_of_senders.sender) a
    join mail_sender s on s.id = a.id join users u on u.email = s.email and u.deleted_at is null
$$;
