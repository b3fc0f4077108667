-- When the buyer of a paid order asked to cancel it, while staff decide about credits that entries of a sealed list hold.
alter table customer_order add column cancel_asked_at timestamptz;
