/** Why a card is no entry, as a closed list. `withdrawn` and `not_confirmed` are set by the shop. */
export const REFUSAL_REASONS = [
  'duplicate',
  'over_cap',
  'outside_window',
  'unreadable',
  'under_age',
  'not_by_hand',
  'other',
] as const
export const CARD_REASONS = [...REFUSAL_REASONS, 'withdrawn', 'not_confirmed'] as const
export type CardReason = (typeof CARD_REASONS)[number]
export type RefusalReason = (typeof REFUSAL_REASONS)[number]

export const REASON_NAMES: Record<CardReason, string> = {
  duplicate: 'Duplicate of another card',
  over_cap: 'Over the entry limit',
  outside_window: 'Outside the mail-in window',
  unreadable: 'Unreadable or incomplete',
  under_age: 'Sender under age',
  not_by_hand: 'Not written by hand',
  other: 'Against another rule',
  withdrawn: 'Withdrawn by its sender',
  not_confirmed: 'Not confirmed before the list was sealed',
}
