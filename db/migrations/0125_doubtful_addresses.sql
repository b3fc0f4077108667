-- True for an address on file that staff should look at; null until the job has looked at it (check-addresses.server.ts).
alter table shipping_address add column is_doubtful boolean;
alter table saved_address add column is_doubtful boolean;
