-- Cards of one name and address with different e-mail addresses come from different senders. `mail_sender_identity` follows apart; until
-- then the counter of the register, which every new sender waits for, stands against two equal ones.
drop index mail_sender_written;
