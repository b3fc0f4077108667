-- Recent deliveries, for the invitations to review.
create index concurrently if not exists order_event_delivered on order_event (at, order_id) where kind = 'delivered';
