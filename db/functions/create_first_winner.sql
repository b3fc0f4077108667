-- Creates the first winner in the transaction of the draw, with a task of staff that is due after 72 hours.
create or replace function create_first_winner() returns trigger language plpgsql as $$
begin
  insert into winner (id, giveaway_id, place, user_id, drawn_at, selected_at, task, task_due_at)
    select new.winner_entry_id, new.giveaway_id, 1, e.user_id, new.drawn_at, new.drawn_at,
      'tell', new.drawn_at + interval '72 hours'
    from giveaway_entry e where e.id = new.winner_entry_id;
  return null;
end $$;

create or replace trigger draw_first_winner after insert on draw for each row execute function create_first_winner();
