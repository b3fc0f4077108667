-- The winners of a year, for the report to the tax office.
create index concurrently if not exists winner_answered on winner (answered_at) where ended_at is null and answered_at is not null;
