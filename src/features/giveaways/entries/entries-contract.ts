import { z } from 'zod'
import { Reason } from '#kernel/values/reason.ts'
import { GiveawayEntry } from '../contract.ts'

/** `live` entries count; `removed` entries were taken out by staff or by a refund to their owner. */
export const ENTRY_KINDS = ['live', 'credit', 'auto', 'mail', 'staff', 'removed'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

export const EntriesQuery = z.strictObject({
  kind: z.enum(ENTRY_KINDS).default('live'),
  /** A slot number, or part of a name, an e-mail address or a phone number. */
  q: z.string().trim().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
  cursor: z.string().max(200).optional(),
})
export type EntriesQuery = z.infer<typeof EntriesQuery>

export const AdminEntry = GiveawayEntry.extend({
  /** Null for a mail-in entrant without an account. */
  userId: z.string().nullable(),
  name: z.string(),
  isPrivateEntry: z.boolean(),
  isStaff: z.boolean(),
  /** For mail-in entries with recorded dates: days in the official zone. */
  receivedOn: z.iso.date().nullable(),
  postmarkedOn: z.iso.date().nullable(),
  /** Set for removed entries. */
  removal: z.object({ at: z.iso.datetime(), reason: z.string().nullable(), creditReturned: z.boolean() }).nullable(),
}).meta({ id: 'AdminEntry' })
export type AdminEntry = z.infer<typeof AdminEntry>

/** `total` counts all live entries of the giveaway, regardless of the search. */
export const Entries = z
  .object({ entries: z.array(AdminEntry), total: z.int(), nextCursor: z.string().nullable() })
  .meta({ id: 'GiveawayEntries' })
export type Entries = z.infer<typeof Entries>

/** A call without a body returns the credit. */
export const RemoveEntryInput = z
  .strictObject({
    reason: Reason,
    returnCredit: z.boolean(),
  })
  .partial()
  .meta({ id: 'RemoveEntryInput' })

const Day = z.iso.date('Enter a date.')

export const PrivateEntryInput = z
  .strictObject({
    name: z.string({ error: 'Name is required' }).trim().min(1, 'Name is required').max(120),
    email: z
      .string({ error: 'Email is required' })
      .trim()
      .toLowerCase()
      .min(1, 'Email is required')
      .max(254, { abort: true })
      .pipe(z.email('Invalid email format')),
    /** The day on which the envelope arrived; defaults to today. It decides whether the entry counts. */
    receivedOn: Day.optional(),
    /** The postmark's date, for the record. */
    postmarkedOn: Day.nullable().optional(),
  })
  .meta({ id: 'PrivateEntryInput' })
export type PrivateEntryInput = z.infer<typeof PrivateEntryInput>

/** `tempPassword` is always null, because a mail-in entrant needs no account. */
export const PrivateEntryResult = z
  .object({ message: z.string(), slotNumber: z.int(), tempPassword: z.null() })
  .meta({ id: 'PrivateEntryResult' })

const Count = z.int()

/** Diagnostic data of one giveaway for staff. */
export const GiveawayDebug = z
  .object({
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
    /** The list as frozen, or as it would freeze now. `hash` is null when the seed cannot be decrypted. */
    list: z.object({ entries: Count, hash: z.string().nullable(), isFrozen: z.boolean() }),
    commitment: z.string(),
    /** Inconsistencies, in words. Empty proves that all numbers agree. */
    faults: z.array(z.string()),
    checkedAt: z.iso.datetime(),
  })
  .meta({ id: 'GiveawayDebug' })
export type GiveawayDebug = z.infer<typeof GiveawayDebug>
