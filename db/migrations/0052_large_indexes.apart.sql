-- Indexes of tables that grow with the shop, built beside it so that no writer waits.

-- Finds the accounts of one mailbox. An expression instead of a column: nothing to backfill, and rows of the previous release are in it.
create index concurrently if not exists users_mailbox on users (mailbox_of(email));

create index concurrently if not exists session_family on session (family_id) where family_id is not null;

create index concurrently if not exists giveaway_entry_disputed on giveaway_entry (dispute_id) where dispute_id is not null;

create index concurrently if not exists customer_order_disputed on customer_order (created_at desc, id desc) where dispute_hold is not null;
