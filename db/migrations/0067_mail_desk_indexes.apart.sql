-- The queue of the desk by state, for the shop and for a giveaway, and the senders of a household.
create index concurrently if not exists mail_card_by_state on mail_card (state, number);

create index concurrently if not exists mail_card_of_giveaway_by_state on mail_card (giveaway_id, state, number);

create index concurrently if not exists mail_sender_household on mail_sender (address_key) where address_key is not null;

create index concurrently if not exists giveaway_card_code on giveaway (right(id::text, 10));
