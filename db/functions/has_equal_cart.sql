-- Whether two orders have equal lines, in any order: one cart, ordered twice.
create or replace function has_equal_cart(p_order uuid, p_other uuid) returns boolean language sql stable as $$
  select not exists (
    (select variant_id, quantity from order_line where order_id = p_order except all select variant_id, quantity from order_line where order_id = p_other)
    union all
    (select variant_id, quantity from order_line where order_id = p_other except all select variant_id, quantity from order_line where order_id = p_order))
$$;
