-- The staff's search by SKU; the query repeats the expression.
create index concurrently if not exists order_line_sku on order_line (upper(sku), order_id) where sku is not null;

-- repeat
-- The SKUs of lines that were sold before lines had one. The audit log has the SKUs of a product before and after each change of its
-- variants, so that the SKU of today is the SKU as sold where no change since the order touched it. A locked line is left for the next
-- round, because a refund locks several.
with certain as materialized (
  select v.id, v.sku, coalesce((
    select max(a.at) from audit_log a
    where a.subject_type = 'product' and a.subject_id = v.product_id::text and a.before ? 'variants'
      and (select min(x) from jsonb_array_elements_text(a.before -> 'variants') x where x = v.sku or starts_with(x, v.sku || ' · '))
        is distinct from
        (select min(x) from jsonb_array_elements_text(a.after -> 'variants') x where x = v.sku or starts_with(x, v.sku || ' · '))
  ), '-infinity') as since
  from product_variant v
), batch as (
  select l.order_id, l.position, c.sku
  from order_line l join customer_order o on o.id = l.order_id join certain c on c.id = l.variant_id
  where l.sku is null and o.created_at > c.since
  limit 5000 for no key update of l skip locked
)
update order_line l set sku = batch.sku from batch
where l.order_id = batch.order_id and l.position = batch.position and l.sku is null;
