-- The orders in which staff read the winners one by one.
create index concurrently if not exists winner_drawn on winner (drawn_at, giveaway_id, place);

create index concurrently if not exists winner_deadline
  on winner ((coalesce(task_due_at, case when state = 'notified' then answer_due_at end)));
