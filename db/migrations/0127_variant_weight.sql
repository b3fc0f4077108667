-- What a unit of a variant weighs, in grams. Null: not known, which is not zero: a price by weight does not guess.
-- No row has a weight yet, so the check needs no scan.
alter table product_variant add column weight_grams integer,
  add constraint product_variant_weight_grams_check check (weight_grams between 1 and 1000000) not valid;
