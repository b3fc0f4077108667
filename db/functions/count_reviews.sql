-- Keeps a product's sums of published reviews: count, total and the counts by stars. Updates of the product's row wait for each other.
create or replace function count_reviews() returns trigger language plpgsql as $$
declare
  before smallint := case when tg_op <> 'INSERT' and old.status = 'published' then old.rating end;
  after smallint := case when tg_op <> 'DELETE' and new.status = 'published' then new.rating end;
begin
  if before is distinct from after then
    update product set
      rating_count = rating_count + (after is not null)::integer - (before is not null)::integer,
      rating_total = rating_total + coalesce(after, 0) - coalesce(before, 0),
      rating_stars = array(
        select rating_stars[star] + coalesce((star = after)::integer, 0) - coalesce((star = before)::integer, 0)
        from generate_series(1, 5) as star order by star)
    where id = coalesce(new.product_id, old.product_id);
  end if;
  return null;
end $$;

create or replace trigger product_review_counts after insert or delete or update of rating, status on product_review
  for each row execute function count_reviews();
