/** Months after the deletion of an account in which what is once only stays used. The privacy policy names it. */
export const ONCE_MONTHS = 24

/**
 * What stays used when an account is deleted or merged, each with the values that its hash covers. A mailbox is the result of `mailbox_of`;
 * an address is the account's e-mail address, because a family may have several accounts of one mailbox (docs/decisions/0046).
 */
export const ONCE_KINDS = {
  /** The mailbox had an account, so that a new one has no referrer. */
  account: ['mailbox'],
  /** The mailbox had an account that was merged, whose mailbox the remaining account's referral code rewards no more. */
  merged: ['mailbox', 'id of the closed account'],
  /** The mailbox has ordered: no code for first orders, and no reward for its referrer. */
  order: ['mailbox'],
  /** Uses of a code with a limit per person. */
  coupon: ['address', 'id of the code'],
  /** The month of the last monthly benefit, as its first day. */
  benefit: ['address'],
  /** The day of the last free entry online in a giveaway. */
  'free entry': ['mailbox', 'id of the giveaway'],
  /** The day of the last free entry online in a giveaway, by name and postal address. */
  'free entry sender': ['name key', 'address key', 'id of the giveaway'],
  /** A review was reported. */
  report: ['address', 'id of the review'],
} as const satisfies Record<string, readonly string[]>

export type OnceKind = keyof typeof ONCE_KINDS
