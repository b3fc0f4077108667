-- Recent entries are read by a block range index. The ordered index cost each claim one more insertion.
create index concurrently if not exists giveaway_entry_at on giveaway_entry using brin (created_at);

drop index concurrently if exists giveaway_entry_created;
