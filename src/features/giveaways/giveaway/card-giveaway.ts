import type { Giveaway } from './contract.ts'

/** Data that a card shows. The HTML carries everything that a loader returns, so the card gets only these fields. */
export type CardGiveaway = ReturnType<typeof cardOf>

export const cardOf = (giveaway: Giveaway) => ({
  id: giveaway.id,
  slug: giveaway.slug,
  title: giveaway.title,
  picture: giveaway.pictures[0] && { src: giveaway.pictures[0].src, placeholder: giveaway.pictures[0].placeholder },
  tier: giveaway.tier,
  value: giveaway.value,
  totalSlots: giveaway.totalSlots,
  availableSlots: giveaway.availableSlots,
  odds: giveaway.odds,
  entryLimit: giveaway.entryLimit,
  startDate: giveaway.startDate,
  endDate: giveaway.endDate,
  closedAt: giveaway.closedAt,
  earlyAccessDate: giveaway.earlyAccessDate,
  drawDate: giveaway.drawDate,
  state: giveaway.state,
  subscriptionVisibilityOnly: giveaway.subscriptionVisibilityOnly,
  winner: giveaway.winner,
  isCancelled: giveaway.closing?.reason === 'cancelled',
})
