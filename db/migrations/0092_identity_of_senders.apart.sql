-- Name, postal address and e-mail address, or their absence, identify a sender.
create unique index concurrently if not exists mail_sender_identity on mail_sender (name_key, address_key, email) nulls not distinct
  where name_key is not null;
