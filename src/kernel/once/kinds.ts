/** Months for which a once mark counts. The privacy policy names the number. */
export const ONCE_MONTHS = 24

/**
 * Benefits that stay used after an account is deleted or merged, each with the values that its hash covers. A mailbox is the result of `mailbox_of`;
 * an address is the account's e-mail address, because a family may have several accounts of one mailbox (docs/decisions/0188).
 */
export const ONCE_KINDS = {
  /** The mailbox had an account, so that its next account has no referrer. */
  account: ['mailbox'],
  /** The mailbox's account was merged, so that the remaining account's referral code brings no reward for this mailbox. */
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
