-- Messages that the shop owes, such as codes and receipts, leave before all others that are due.
create index concurrently if not exists message_owed on message (channel, next_attempt_at, id) where state = 'waiting' and kind is null;
