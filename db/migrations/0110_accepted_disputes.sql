-- When staff decided to accept a dispute, before the payment provider is told: its money counts to what staff give back of the order
-- (docs/decisions/0186-effects-and-their-doors.md). `accept-dispute` tells the provider what two persons decided.
alter table dispute
  add column accepted_at timestamptz,
  add column accepted_by uuid;
