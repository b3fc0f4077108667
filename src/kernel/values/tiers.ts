/** The four tiers of products, credits and giveaways, lowest first. */
export const TIERS = ['Bronze', 'Silver', 'Gold', 'Platinum'] as const

export type Tier = (typeof TIERS)[number]
