/** The four tiers, lowest first; products, credits and giveaways all have one. */
export const TIERS = ['Bronze', 'Silver', 'Gold', 'Platinum'] as const

export type Tier = (typeof TIERS)[number]
