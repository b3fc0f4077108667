-- Messages that were given up, for the staff who try them again.
create index concurrently if not exists message_failed on message (created_at desc, id desc) where state = 'failed';
