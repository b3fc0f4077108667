-- The idempotency key of the press that placed an order: a repeat after a lost answer finds the order and does not place another one.
alter table customer_order add column checkout_key text;
