import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { PAGE_QUERY } from '#kernel/api/page-query.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { conflict, type ErrorTable, forbidden } from '#platform/errors.ts'

export const CREDIT_ERRORS = {
  insufficient_credits: conflict('Insufficient credits to subtract'),
  /** For the two API calls by which a browser would move credits: docs/decisions/0184-one-rule-one-record.md. */
  awarded_by_payment: forbidden('Credits are awarded when an order is paid.'),
  spent_by_entry: forbidden('Credits are spent by entering a giveaway.'),
} as const satisfies ErrorTable

/** Available credits by tier, under their API names. */
export const CreditBalances = model('CreditBalances', {
  userId: z.string(),
  bronzeCredits: z.int(),
  silverCredits: z.int(),
  goldCredits: z.int(),
  platinumCredits: z.int(),
})
export type CreditBalances = z.infer<typeof CreditBalances>

/** Balances and the membership's auto-entry state, as `GET /credits` answers. */
export const CreditStanding = CreditBalances.extend({
  autoEntryEnabled: z.boolean(),
  autoEntryOptOut: z.boolean(),
  lastAutoEntryDate: z.iso.datetime().nullable(),
  /** When the latest monthly credit was issued. */
  monthlyCreditIssued: z.iso.datetime().nullable(),
}).meta({ id: 'CreditStanding' })
export type CreditStanding = z.infer<typeof CreditStanding>

export const ConsumeInput = strictModel('ConsumeInput', { tier: z.enum(TIERS), amount: z.int().min(1).max(1000) })

export const AwardInput = strictModel('AwardInput', {
  items: z
    .array(z.strictObject({ tier: z.enum(TIERS), quantity: z.int().min(1).max(1000) }))
    .min(1)
    .max(100),
})

const TYPES = [
  'earned',
  'spent',
  'returned',
  'granted',
  'subtracted',
  'benefit',
  'reversed',
  'frozen',
  'released',
] as const

export const CreditHistoryRecord = model('CreditHistoryRecord', {
  id: z.string(),
  userId: z.string(),
  type: z.enum(TYPES),
  /** Positive when the balance rose, negative when the balance fell. */
  amount: z.int(),
  tier: z.enum(TIERS),
  date: z.iso.datetime(),
  description: z.string(),
  /** Credits of this tier that were available after this line. */
  balance: z.int(),
  sourceType: z.string(),
  sourceId: z.string(),
})

export const CreditHistory = z.object({ items: z.array(CreditHistoryRecord), nextCursor: z.string().nullable() })
export const CreditHistoryQuery = z.strictObject({
  ...PAGE_QUERY,
  /** Only lines of this type. */
  type: z.enum(TYPES).optional(),
})
