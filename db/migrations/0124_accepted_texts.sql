-- The versions of the legal texts that the buyer accepted by paying: those in force when the order was placed. Null for orders of earlier
-- releases and of the last one, which writes neither column.
alter table customer_order add column terms_version integer, add column privacy_version integer;

-- When the shop opened for visitors. Null before, and for a shop that existed before shops opened (0113): its texts were public from ever.
alter table shop_settings add column opened_at timestamptz;
