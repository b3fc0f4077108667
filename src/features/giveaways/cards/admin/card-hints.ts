import type { CardHint } from '../contract.ts'

/** Hints for the person who decides on a card. */
export const HINTS: Record<CardHint, string> = {
  same_day: 'Another card of this sender has the same days',
  known_account: 'An account has this name and address',
  other_name: 'The account of this e-mail has another name',
}
