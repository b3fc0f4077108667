import { z } from 'zod'
import { CreditBalances } from '#features/credits/contract.ts'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { REGIONS } from '#kernel/shipping/us-states.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { conflict, type ErrorTable, forbidden, notFound } from '#platform/errors.ts'
import { INELIGIBLE } from './eligibility/contract.ts'
import { DRAW_ERRORS } from './errors/draw-errors.ts'
import { ENTRY_ERRORS } from './errors/entry-errors.ts'
import { OBLIGATION_ERRORS } from './errors/obligation-errors.ts'
import { RULES_ERRORS } from './errors/rules-errors.ts'
import { GIVEAWAY_STATES } from './rules.ts'

/** Error codes of giveaways with their messages. */
export const GIVEAWAY_ERRORS = {
  ...ENTRY_ERRORS,
  ...OBLIGATION_ERRORS,
  ...RULES_ERRORS,
  swap_slot_taken: conflict('Selected slot is not available'),
  swap_not_yours: conflict('You do not have an entry in that slot'),
  tier_fixed: conflict('Entries were paid with credits of this tier; it cannot be changed.'),
  giveaway_closed: conflict('This giveaway is closed; its terms can no longer be changed.'),
  terms_fixed: conflict('There are entries; the slots, the limit and the start of this giveaway are fixed.'),
  prize_fixed: conflict('The list is sealed. Title, description and value of the prize are fixed.'),
  end_passed: conflict('There are entries; the end cannot lie in the past. Close the giveaway early instead.'),
  already_public: conflict('This giveaway is already public; it cannot become a draft again.'),
  is_draft: conflict('This giveaway is a draft. Publish it first.'),
  already_closed: conflict('This giveaway is already closed.'),
  giveaway_cancelled: conflict('This giveaway was cancelled.'),
  not_relistable: conflict('Only a cancelled giveaway, or a closed one without entries, can be relisted.'),
  already_relisted: conflict('This giveaway was already relisted.'),
  title_needed: conflict('Type the title of the giveaway to confirm.'),
  /** `details` holds the counts for the impact preview. */
  giveaway_has_entries: conflict(
    'This giveaway has entries. Type its title and give a reason to return {credits} credits and delete it.',
  ),
  no_entries: conflict('No entries found for this giveaway'),
  ...DRAW_ERRORS,
  already_drawn: conflict('A winner has already been selected for this giveaway.'),
  title_mismatch: conflict('Type the title of the giveaway to draw before the drawing date.'),
  reason_needed: conflict('Please give a reason to draw before the drawing date.'),
  too_early_for_mail: conflict('Mail-in entries count from the start of the giveaway.'),
  /** Mail counts if it is received within the window; a postmark is not enough (legal-texts/shipped/free-entry.ts). */
  mail_too_late: conflict(
    'Mail-in entries must be received within {days} days of the close. A postmark is not enough.',
  ),
  auto_entry_for_members: forbidden('Auto-entry is a benefit of Premium members.'),
  entry_not_found: notFound('There is no entry in that slot.'),
} as const satisfies ErrorTable

const Slot = z.int().min(1).max(200_000)
const Mark = z.string().regex(/^[0-9a-f]{32}$/, 'A mark has 32 digits of lower-case hex.')

export const EntryInput = z
  .strictObject({
    slots: z
      .array(Slot)
      .min(1, 'Please select at least one slot')
      .max(50, 'At most 50 slots at a time.')
      .refine(slots => new Set(slots).size === slots.length, 'Name each slot once.')
      .optional(),
    /** One slot: the same as `slots` with this number. */
    slotNumber: Slot.optional(),
    pick: z.int().min(1, 'Please select at least one slot').max(50, 'At most 50 slots at a time.').optional(),
    /** Marks of the browser's nonces, one a slot: by the position in `slots`, ascending for a pick. Without them the shop makes the nonces. */
    marks: z.array(Mark).min(1).max(50).optional(),
    /** Accepted for API compatibility. The token identifies the user; another user's id is refused. */
    userId: z.string().max(100).optional(),
  })
  .refine(({ slots, slotNumber, pick }) => [slots, slotNumber, pick].filter(one => one !== undefined).length === 1, {
    path: ['slots'],
    message: 'Please select at least one slot',
  })
  .refine(({ slots, pick = slots?.length ?? 1, marks }) => marks === undefined || marks.length === pick, {
    path: ['marks'],
    message: 'There must be one mark for each slot.',
  })
  .meta({ id: 'EntryInput' })
export type EntryInput = z.infer<typeof EntryInput>

export const EntryResult = model('EntryResult', {
  entries: z.array(z.object({ id: z.string(), slotNumber: z.int(), date: z.iso.datetime() })),
  credits: CreditBalances,
  /** The signed note that promises the leaves of these entries (redoubt/receipt/2). */
  receipt: z.string(),
  /** The key that verifies the receipt (a C2SP verifier key). */
  receiptKey: z.string(),
  /** Proves that the holder of these entries is the caller. Secret. */
  holderSecret: z.string(),
  /** The nonces of the marks, in the order of `entries`, where the call named no marks. */
  nonces: z.array(z.string()).optional(),
})
export type EntryResult = z.infer<typeof EntryResult>

export const SwapInput = strictModel('SwapInput', { from: Slot, to: Slot })

export const SwapResult = model('SwapResult', {
  entry: z.object({ id: z.string(), slotNumber: z.int(), date: z.iso.datetime() }),
  message: z.string(),
})

export const AutoEntryInput = strictModel('AutoEntryInput', { enabled: z.boolean() })

export const AutoEntryResult = model('AutoEntryResult', {
  /** The user is a member and auto-entry is on. */
  autoEntryEnabled: z.boolean(),
  /** The user switched auto-entry off. */
  autoEntryOptOut: z.boolean(),
  lastAutoEntryDate: z.iso.datetime().nullable(),
  message: z.string(),
})
export type AutoEntryResult = z.infer<typeof AutoEntryResult>

/** Chances in a draw that would happen now: the caller's entries in it, and all entries that it would choose from. */
export const Odds = model('Odds', { own: z.int(), all: z.int() })

const PERSON_CODES = ['under_age', ...INELIGIBLE] as const

export const SlotBoard = model('SlotBoard', {
  totalSlots: z.int(),
  taken: z.array(z.int()),
  /** Numbers of staff entries, which no draw chooses from. Numbers above `totalSlots` came by mail. */
  staff: z.array(z.int()),
  odds: Odds,
  /** The caller's own numbers. Those above `totalSlots` came by mail. */
  mine: z.array(z.int()).optional(),
  /** The caller's entries that count for the entry limit: those bought with credits. */
  limitUsed: z.int().optional(),
  /** Why the caller may take no slot by age, address and the giveaway's terms, as a claim says it. Credits and limit are not asked. */
  ineligible: z
    .object({ code: z.enum(PERSON_CODES), message: z.string() })
    .nullable()
    .optional(),
})
export type SlotBoard = z.infer<typeof SlotBoard>

/** An entry under its API names. Only its owner and staff see the e-mail. */
export const GiveawayEntry = model('GiveawayEntry', {
  id: z.string(),
  giveawayId: z.string(),
  userId: z.string(),
  email: z.string(),
  slotNumber: z.int(),
  tier: z.enum(TIERS),
  date: z.iso.datetime(),
  isAutoEntry: z.boolean(),
})
export type GiveawayEntry = z.infer<typeof GiveawayEntry>

const CLOSE_REASONS = ['ended', 'sold_out', 'drawn_early', 'closed_early', 'cancelled'] as const

export const Giveaway = model('Giveaway', {
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  image: z.string().nullable(),
  images: z.array(z.string()),
  /** URLs without width and extension, main picture first. */
  pictures: z.array(
    z.object({ src: z.string(), placeholder: z.string(), width: z.int(), height: z.int(), alt: z.string() }),
  ),
  tier: z.enum(TIERS),
  category: z.string(),
  value: z.number(),
  totalSlots: z.int(),
  availableSlots: z.int(),
  entriesCount: z.int(),
  odds: Odds,
  /** The caller's own entries, by slot. Empty for guests. */
  entries: z.array(GiveawayEntry),
  entryLimit: z.int(),
  startDate: z.iso.datetime(),
  endDate: z.iso.datetime().nullable(),
  earlyAccessDate: z.iso.datetime(),
  status: z.enum(['active', 'closed', 'completed']),
  state: z.enum(GIVEAWAY_STATES),
  isActive: z.boolean(),
  subscriptionVisibilityOnly: z.boolean(),
  /** Codes of the states whose residents may enter, from this age on. */
  eligibleStates: z.array(z.enum(REGIONS)),
  minimumAge: z.int(),
  commitment: z.string(),
  closedAt: z.iso.datetime().nullable(),
  /** The zone of its days and rules: that of the shop when it was published. */
  timeZone: z.string(),
  /** When the list was frozen: from then on nothing in the giveaway changes. */
  frozenAt: z.iso.datetime().nullable(),
  /** When the winner is or was drawn; null for a cancelled giveaway, or while the end is open. */
  drawDate: z.iso.datetime().nullable(),
  winner: z.object({ slotNumber: z.int(), displayName: z.string() }).nullable(),
  /** For a closed giveaway: the reason, the note of staff who closed it, and the link to its relisted copy, if any. */
  closing: z
    .object({ reason: z.enum(CLOSE_REASONS), note: z.string().nullable(), goesOnAt: z.string().nullable() })
    .nullable(),
})
export type Giveaway = z.infer<typeof Giveaway>

export const GiveawayQuery = z.strictObject({
  past: z.enum(['true', 'false']).default('false'),
  /** For past giveaways; running ones are all in one answer. */
  limit: z.coerce.number().int().min(1).max(100).default(100),
  cursor: z.string().max(200).optional(),
})
export type GiveawayQuery = z.infer<typeof GiveawayQuery>

export const GiveawayPage = model('GiveawayPage', {
  giveaways: z.array(Giveaway),
  /** For the next page of past giveaways; null at the end. */
  nextCursor: z.string().nullable(),
})
export type GiveawayPage = z.infer<typeof GiveawayPage>
