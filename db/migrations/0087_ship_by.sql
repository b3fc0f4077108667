-- The day by which the parcel of a paid order leaves, as promised at the payment; null without a promise.
alter table customer_order add column ship_by date;
