-- Finds the accounts of one mailbox. An expression instead of a column: nothing to backfill, and rows of the previous release are in it.
create index users_mailbox on users (mailbox_of(email));
