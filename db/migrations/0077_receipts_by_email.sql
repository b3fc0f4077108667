-- Files of an e-mail: [{ name, type, text }]. Wiped with the text when the message is finished.
alter table message add column attachments jsonb;

-- How many leaves of an entry tree have been looked at by the job that e-mails the receipts of claims.
create table receipt_mail (
  giveaway_id uuid primary key,
  leaf_count integer not null check (leaf_count >= 0)
);
-- Entries from before this release get no e-mail.
insert into receipt_mail (giveaway_id, leaf_count) select giveaway_id, size from draw_tree;
