import { z } from 'zod'
import { ignoredFields } from '#kernel/api/ignored-fields.ts'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { searchWords } from '#kernel/api/page-query.ts'
import { Reason } from '#kernel/values/reason.ts'
import { Giveaway, GiveawayEntry } from './contract.ts'
import { INELIGIBLE } from './eligibility/contract.ts'
import { GIVEAWAY, Moment, NOTICES } from './giveaway-fields.ts'

/** What the shop works out itself. An answer can be sent back with it; it is ignored. */
const DERIVED = ignoredFields(
  ...([
    'id',
    'slug',
    'pictures',
    'availableSlots',
    'entriesCount',
    'entries',
    'odds',
    'entriesInDraw',
    'status',
    'state',
    'isActive',
  ] as const),
  ...(['commitment', 'closedAt', 'timeZone', 'frozenAt', 'drawDate', 'winner', 'closing'] as const),
  ...(['updatedAt', 'ownEntryLimit', 'ownMinimumAge', 'announcedAt', 'relistedAs'] as const),
  ...(['highestValue', 'takesTwoPersons'] as const),
)

const { startDate, earlyAccessDate, image, category } = GIVEAWAY.changed

/** Only title and description are required. The start defaults to now. */
export const GiveawayInput = strictModel('GiveawayInput', {
  ...GIVEAWAY.created,
  ...{ startDate, earlyAccessDate, image, category },
  /** Only staff see a draft until it is published. */
  isDraft: z.boolean().default(false),
  ...DERIVED,
})
export type GiveawayInput = z.infer<typeof GiveawayInput>

export const GiveawayPatch = z
  .strictObject({
    ...GIVEAWAY.input,
    ...DERIVED,
    /** `false` publishes a draft. */
    isDraft: z.boolean(),
    /** Why the official rules change; public. Needed once there are entries. */
    rulesReason: Reason,
    /** The version that the caller read. A stale version is refused, so that newer edits are not overwritten. */
    version: z.int().min(1),
  })
  .partial()
  .meta({ id: 'GiveawayPatch' })
export type GiveawayPatch = z.infer<typeof GiveawayPatch>

/** List filters. `open` includes sold-out giveaways. */
export const ADMIN_STATES = ['draft', 'upcoming', 'early-access', 'open', 'closed', 'drawn'] as const
export type AdminState = (typeof ADMIN_STATES)[number]

export const AdminGiveawaysQuery = z.strictObject({
  status: z.enum(ADMIN_STATES).optional(),
  q: searchWords(120),
  limit: z.coerce.number().int().min(1).max(100).default(24),
  cursor: z.string().max(200).optional(),
})
export type AdminGiveawaysQuery = z.infer<typeof AdminGiveawaysQuery>

/** Counting stops at `limit`. */
export const GiveawayCounts = model('GiveawayCounts', {
  counts: z.record(z.enum(ADMIN_STATES), z.int()),
  limit: z.int(),
})
export type GiveawayCounts = z.infer<typeof GiveawayCounts>

/** A giveaway with staff-only fields. Entries have their own list. */
export const AdminGiveaway = Giveaway.omit({ entries: true, odds: true })
  .extend({
    /** Entries that a draw would choose from now; `entriesCount` has those of staff and the flagged ones too. */
    entriesInDraw: z.int(),
    version: z.int(),
    updatedAt: z.iso.datetime(),
    /** The giveaway's own limit; null means the tier's limit. */
    ownEntryLimit: z.int().nullable(),
    /** The giveaway's own minimum age; null leaves it to the settings. */
    ownMinimumAge: z.int().nullable(),
    imageAlts: GIVEAWAY.shown.imageAlts,
    /** The highest value since the publication, which rules count; null for a draft. */
    highestValue: z.number().nullable(),
    /** Two persons decide about its entries and its prize: by the highest value and the lowest threshold since the publication. */
    takesTwoPersons: z.boolean(),
    isDraft: z.boolean(),
    /** When the announcements began to leave. Announcements leave once. */
    announcedAt: z.iso.datetime().nullable(),
    /** The id of the giveaway that continues this one after a relist. */
    relistedAs: z.string().nullable(),
    ...NOTICES.shown,
  })
  .meta({ id: 'AdminGiveaway' })
export type AdminGiveaway = z.infer<typeof AdminGiveaway>

/** The reason is public on the giveaway's page. */
export const CloseInput = strictModel('CloseGiveawayInput', { reason: Reason, version: z.int().min(1).optional() })

export const CancelInput = CloseInput.extend({ title: z.string().max(120) }).meta({ id: 'CancelGiveawayInput' })

/** Required for a giveaway with entries: its title, a reason, and consent to return the credits. */
export const DeleteInput = z
  .strictObject({ title: z.string().max(120), reason: Reason, returnCredits: z.literal(true) })
  .partial()
  .meta({ id: 'DeleteGiveawayInput' })

export const RelistInput = strictModel('RelistGiveawayInput', {
  startDate: Moment,
  endDate: Moment.nullable().default(null),
  earlyAccessDate: Moment.optional(),
})
export type RelistInput = z.infer<typeof RelistInput>

/** What a publication would be refused for now, in the order of the checks. */
export const GiveawayPublication = model('GiveawayPublication', {
  blocks: z.array(z.object({ code: z.enum(['example_facts', 'obligations_open']), message: z.string() })),
})
export type GiveawayPublication = z.infer<typeof GiveawayPublication>

/** Entries, credits and people that a cancellation or deletion affects. */
export const ImpactPreview = model('GiveawayStake', {
  entries: z.int(),
  byMail: z.int(),
  credits: z.int(),
  people: z.int(),
})
export type ImpactPreview = z.infer<typeof ImpactPreview>

/** `live` entries count; `removed` entries were taken out by staff or by a refund to their owner. */
const ENTRY_KINDS = ['live', 'credit', 'auto', 'mail', 'staff', 'removed'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

export const EntriesQuery = z.strictObject({
  kind: z.enum(ENTRY_KINDS).default('live'),
  /** A slot number, or part of a name, an e-mail address or a phone number. */
  q: searchWords(200),
  limit: z.coerce.number().int().min(1).max(500).default(100),
  cursor: z.string().max(200).optional(),
})
export type EntriesQuery = z.infer<typeof EntriesQuery>

export const AdminEntry = GiveawayEntry.extend({
  /** Null for a free entry without an account. */
  userId: z.string().nullable(),
  name: z.string(),
  isPrivateEntry: z.boolean(),
  isStaff: z.boolean(),
  /** A draw would choose from it now: it is live, not of staff, and no dispute flags it. */
  isInDraw: z.boolean(),
  /** Why the giveaway's terms refuse the owner now. */
  ineligible: z.enum(INELIGIBLE).nullable(),
  /** The version of the official rules that the entrant accepted; null before the rules had versions. */
  rulesVersion: z.int().nullable(),
  /** For free entries by mail with recorded dates: days in the official zone. */
  receivedOn: z.iso.date().nullable(),
  postmarkedOn: z.iso.date().nullable(),
  /** Set for removed entries. */
  removal: z.object({ at: z.iso.datetime(), reason: z.string().nullable(), creditReturned: z.boolean() }).nullable(),
}).meta({ id: 'AdminEntry' })
export type AdminEntry = z.infer<typeof AdminEntry>

/** `total` counts all live entries of the giveaway, regardless of the search. */
export const Entries = model('GiveawayEntries', {
  entries: z.array(AdminEntry),
  total: z.int(),
  nextCursor: z.string().nullable(),
})
export type Entries = z.infer<typeof Entries>

/** A call without a body returns the credit. */
export const RemoveEntryInput = z
  .strictObject({
    reason: Reason,
    returnCredit: z.boolean(),
  })
  .partial()
  .meta({ id: 'RemoveEntryInput' })

const Count = z.int()

/** Diagnostic data of one giveaway for staff. */
export const GiveawayDebug = model('GiveawayDebug', {
  entries: z.object({
    live: Count,
    credit: Count,
    auto: Count,
    mail: Count,
    staff: Count,
    removed: Count,
    forfeited: Count,
  }),
  people: Count,
  slots: z.object({ total: Count, taken: Count, free: Count, highest: Count.nullable() }),
  /** Credits by the ledger, and the number that the entries require. */
  ledger: z.object({ spent: Count, returned: Count, held: Count, expected: Count }),
  /** `ranAt` is null before early access begins, or for a giveaway without auto-entry. */
  autoEntry: z.object({ ranAt: z.iso.datetime().nullable(), entered: Count, skipped: z.record(z.string(), Count) }),
  announcement: z.object({ begunAt: z.iso.datetime().nullable(), messages: z.record(z.string(), Count) }),
  /** The list as frozen, or as it would freeze now. */
  list: z.object({ entries: Count, hash: z.string(), isFrozen: z.boolean() }),
  /** Set from the freeze on. `witnessedAt` is null until enough witnesses cosigned the freeze. */
  draw: z
    .object({
      round: z.int(),
      drawsAt: z.iso.datetime(),
      witnessedAt: z.iso.datetime().nullable(),
      slips: Count,
      drawnAt: z.iso.datetime().nullable(),
    })
    .nullable(),
  commitment: z.string(),
  /** Inconsistencies, in words. Empty proves that all numbers agree. */
  faults: z.array(z.string()),
  checkedAt: z.iso.datetime(),
})
export type GiveawayDebug = z.infer<typeof GiveawayDebug>
