-- Creates the first winner in the transaction of the draw, with the task of staff to notify the winner by the draw's deadline.
-- The last release draws without a deadline; its first step of the winner sets the task.
create or replace function create_first_winner() returns trigger language plpgsql as $$
begin
  insert into winner (id, giveaway_id, place, user_id, drawn_at, selected_at, task, task_due_at)
    select new.winner_entry_id, new.giveaway_id, 1, e.user_id, new.drawn_at, new.drawn_at,
      case when new.notify_by is not null then 'tell' end, new.notify_by
    from giveaway_entry e where e.id = new.winner_entry_id;
  return null;
end $$;

create or replace trigger draw_first_winner after insert on draw for each row execute function create_first_winner();
