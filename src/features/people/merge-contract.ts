import { z } from 'zod'
import { Reason } from '#platform/reason.ts'
import { TIERS } from '#platform/tiers.ts'
import { PersonAddress } from './contract.ts'

const who = z.uuid('Choose a person')

/** `from` is emptied and closed, `into` stays. */
export const MergePreviewBody = z.strictObject({ from: who, into: who }).meta({ id: 'PeopleMergePreviewBody' })
export const MergeBody = z.strictObject({ from: who, into: who, reason: Reason }).meta({ id: 'PeopleMerge' })
export type MergeBody = z.infer<typeof MergeBody>

const PersonBrief = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  birthday: z.string().nullable(),
  joinDate: z.iso.datetime(),
})

/** What a merge would do, so that it is known before. */
export const MergePreview = z
  .object({
    from: PersonBrief,
    into: PersonBrief,
    /** Why it would be refused; empty when it may be done. */
    blockers: z.array(z.object({ code: z.string(), message: z.string() })),
    /** Orders that go over. */
    orders: z.int(),
    /** Credits to spend that go over, and what there will be to spend then. */
    credits: z.array(z.object({ tier: z.enum(TIERS), from: z.int(), into: z.int(), together: z.int() })),
    /** Giveaways that are not drawn, with the entries of both. */
    entries: z.array(
      z.object({
        giveawayId: z.string(),
        giveaway: z.string(),
        from: z.int(),
        into: z.int(),
        /** Entries that a person may have; null: any number. */
        limit: z.int().nullable(),
      }),
    ),
    /** Entries in giveaways that are drawn; the lists of their draws stay as they are. */
    pastEntries: z.int(),
    /** Which of them has a membership that goes on under `into`. */
    membership: z.enum(['from', 'into']).nullable(),
    tickets: z.int(),
    /** The stricter of both wins, so nobody gets what they did not ask for. */
    consents: z.object({ sms: z.boolean(), push: z.boolean(), promotionalEmails: z.boolean() }),
    /** The one that counts afterwards; `into`'s own if it has one. */
    address: z.object({ source: z.enum(['from', 'into']), address: PersonAddress }).nullable(),
    referrals: z.object({
      /** The code that stays; null when neither has one. */
      code: z.string().nullable(),
      /** People brought by the other code, who count for this one from then on. */
      moved: z.int(),
    }),
  })
  .meta({ id: 'PeopleMergePreview' })
export type MergePreview = z.infer<typeof MergePreview>

export const Merged = z
  .object({
    success: z.literal(true),
    message: z.string(),
    /** True when they had been merged before, and nothing was done now. */
    isRepeated: z.boolean(),
  })
  .meta({ id: 'PeopleMerged' })
