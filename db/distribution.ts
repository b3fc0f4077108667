/**
 * How the tables would be parted over several servers, and which rules of today span them. `src/app/house/deploy/distribution.test.ts` holds new tables,
 * unique indexes and sequences to it; docs/operations/scale.md has the reasons.
 */

/** Tables that live with one user or one giveaway: the column by which they are parted. */
const BY_USER = 'user_id'
const BY_GIVEAWAY = 'giveaway_id'

export const PARTED: Record<string, string> = {
  // The user's own money, credits and messages.
  users: 'id',
  customer_order: BY_USER,
  credit_account: BY_USER,
  credit_transfer: BY_USER,
  customer_standing: BY_USER,
  membership: BY_USER,
  membership_invoice: BY_USER,
  message: BY_USER,
  session: BY_USER,
  saved_cart: BY_USER,
  saved_address: BY_USER,
  shipping_address: BY_USER,
  code_use: BY_USER,
  consent_record: BY_USER,
  legal_acceptance: BY_USER,
  // The giveaway's slots, tree and draw.
  giveaway_entry: BY_GIVEAWAY,
  giveaway_participant: BY_GIVEAWAY,
  auto_entry: BY_GIVEAWAY,
  claim_event: BY_GIVEAWAY,
  draw_event: BY_GIVEAWAY,
  draw_leaf: BY_GIVEAWAY,
  draw_tree: BY_GIVEAWAY,
  draw_freeze: BY_GIVEAWAY,
  draw: BY_GIVEAWAY,
  draw_alternate: BY_GIVEAWAY,
  winner: BY_GIVEAWAY,
}

/** Parted by their order's user, which they do not have as a column yet. The expanding step adds it. */
export const FOLLOW_ORDER = ['order_line', 'order_event', 'refund', 'refund_line', 'recorded_sale']

/** Unique rules of parted tables that do not contain the key, and what replaces each. */
export const SPANNING: Record<string, string> = {
  users_email_key: 'a table of addresses, parted by the address, written in the same transaction',
  session_token_key: 'the token gets the user id as a prefix',
  customer_order_number_key: 'a block of numbers a server',
  customer_order_payment_intent_id_key: 'a table of provider ids, parted by the id',
  customer_order_session_id_key: 'a table of provider ids, parted by the id',
  customer_order_subscription_id_key: 'a table of provider ids, parted by the id',
  credit_transfer_once: 'user_id joins the key: a source belongs to one user',
  membership_provider_id_key: 'a table of provider ids, parted by the id',
  message_once_key_key: 'user_id joins the key',
  code_use_order_id_code_key: 'user_id joins the key: an order belongs to one user',
  one_first_order_of_mailbox: 'a table of mailboxes, parted by the mailbox',
  draw_log_index_key: 'the log is one table on one server, which gives the number',
  draw_alternate_log_index_key: 'the log is one table on one server, which gives the number',
  draw_freeze_log_index_key: 'the log is one table on one server, which gives the number',
  membership_invoice_pkey: 'user_id joins the key; the id is the provider’s',
  refund_provider_id_key: 'a table of provider ids, parted by the id',
  recorded_sale_order_id_key: 'user_id joins the key',
}

/** Sequences that all share, and what replaces each. */
export const SHARED_SEQUENCES: Record<string, string> = {
  order_number: 'a block of numbers a server',
  draw_event_order: 'a sequence a server: only the order within one giveaway counts',
  membership_reading: 'a sequence a server: only the order within one membership counts',
}
