-- Counts the entries of a sender at the desk. Without it each card of a page reads all entries by mail of its giveaway.
create index concurrently if not exists giveaway_entry_sender on giveaway_entry (mail_sender_id, giveaway_id) where mail_sender_id is not null;
