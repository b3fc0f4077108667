-- Whether a product, a variant or a giveaway shows a picture.
create or replace function is_picture_shown(sought text) returns boolean language sql stable as $$
  select exists (select from product_image where picture_key = sought)
    or exists (select from product_variant where picture_key = sought)
    or exists (select from giveaway where images @> array['s3:' || sought])
$$;
