-- The holder of a claim's entries, as their leaves name it, so that the sequencer makes the leaves of claims in PostgreSQL. Null in rows
-- of a process that does not know the column.
alter table claim_event add column holder text;
-- An event becomes a leaf once, because its row is deleted in the transaction that writes the leaf. The index was a third of the cost of a
-- leaf; a leaf that stands twice in a tree makes the tree invalid for every verifier.
drop index draw_leaf_event;
