-- The addresses that staff should look at, for the filter of the staff list, and those that the job has not looked at.
create index concurrently if not exists shipping_address_doubtful on shipping_address (user_id) where is_doubtful;

create index concurrently if not exists shipping_address_unchecked on shipping_address (user_id) where is_doubtful is null;

create index concurrently if not exists saved_address_doubtful on saved_address (user_id) where is_doubtful;

create index concurrently if not exists saved_address_unchecked on saved_address (id) where is_doubtful is null;
