-- The method of shipping as it was called when the order was placed. Null: the flat amount of the settings, and orders of the last release.
alter table customer_order add column shipping_method text,
  add constraint customer_order_shipping_method_check check (length(shipping_method) between 1 and 60) not valid;
