import { z } from 'zod'
import { Reason } from '#platform/reason.ts'
import { GiveawayEntry } from './contract.ts'

/** `live` are those that count; `removed` those that staff or their owners' refunds took out. */
export const ENTRY_KINDS = ['live', 'credit', 'auto', 'mail', 'staff', 'removed'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

export const EntriesQuery = z.strictObject({
  kind: z.enum(ENTRY_KINDS).default('live'),
  /** A slot number, or a part of a name or of an e-mail address. */
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
  /** Of an entry by mail, where it was written down: days in the official zone. */
  receivedOn: z.iso.date().nullable(),
  postmarkedOn: z.iso.date().nullable(),
  /** Of one that was taken out. */
  removal: z.object({ at: z.iso.datetime(), reason: z.string().nullable(), creditReturned: z.boolean() }).nullable(),
}).meta({ id: 'AdminEntry' })
export type AdminEntry = z.infer<typeof AdminEntry>

/** `total`: all live entries of the giveaway, whatever is searched for. */
export const Entries = z
  .object({ entries: z.array(AdminEntry), total: z.int(), nextCursor: z.string().nullable() })
  .meta({ id: 'GiveawayEntries' })
export type Entries = z.infer<typeof Entries>

/** The specified call sends nothing: the credit then comes back. */
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
    /** The day on which the envelope came; without it, today. It decides whether the entry counts. */
    receivedOn: Day.optional(),
    /** What its postmark says, for the record. */
    postmarkedOn: Day.nullable().optional(),
  })
  .meta({ id: 'PrivateEntryInput' })
export type PrivateEntryInput = z.infer<typeof PrivateEntryInput>

/** `tempPassword` is always null: an entrant by mail needs no account, so none is made. */
export const PrivateEntryResult = z
  .object({ message: z.string(), slotNumber: z.int(), tempPassword: z.null() })
  .meta({ id: 'PrivateEntryResult' })

const Count = z.int()

/** What a member of the staff needs to explain a giveaway. */
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
    /** Credits by the ledger, and what the entries say it should be. */
    ledger: z.object({ spent: Count, returned: Count, held: Count, expected: Count }),
    /** `ranAt` null: its moment has not come, or it takes none. */
    autoEntry: z.object({ ranAt: z.iso.datetime().nullable(), entered: Count, skipped: z.record(z.string(), Count) }),
    announcement: z.object({ begunAt: z.iso.datetime().nullable(), messages: z.record(z.string(), Count) }),
    /** The list as it would be frozen now, or was. `hash` null: the secret that makes its pseudonyms does not open. */
    list: z.object({ entries: Count, hash: z.string().nullable(), isFrozen: z.boolean() }),
    commitment: z.string(),
    /** What does not add up, in words; empty is the proof that everything does. */
    faults: z.array(z.string()),
    checkedAt: z.iso.datetime(),
  })
  .meta({ id: 'GiveawayDebug' })
export type GiveawayDebug = z.infer<typeof GiveawayDebug>
