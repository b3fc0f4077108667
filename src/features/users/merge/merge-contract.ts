import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { ifMissing } from '#kernel/values/inputs/field-sentences.ts'
import { Reason } from '#kernel/values/reason.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { UserAddress } from '../contract.ts'

const who = z.uuid(ifMissing('Choose a person'))

/** `from` is emptied and closed; `into` stays. */
export const MergePreviewBody = strictModel('UsersMergePreviewBody', { from: who, into: who })
export const MergeBody = strictModel('UsersMerge', { from: who, into: who, reason: Reason })
export type MergeBody = z.infer<typeof MergeBody>

const UserBrief = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  birthday: z.string().nullable(),
  joinDate: z.iso.datetime(),
})

/** The effects of a merge, shown before staff confirm. */
export const MergePreview = model('UsersMergePreview', {
  from: UserBrief,
  into: UserBrief,
  /** Reasons to refuse the merge; empty when it is allowed. */
  blockers: z.array(z.object({ code: z.string(), message: z.string() })),
  /** Entries move for which two persons decide, so the merge waits for a second person. */
  takesTwoPersons: z.boolean(),
  /** Orders that move. */
  orders: z.int(),
  /** Available credits that move, and the available credits after the merge. */
  credits: z.array(z.object({ tier: z.enum(TIERS), from: z.int(), into: z.int(), together: z.int() })),
  /** Giveaways without a draw, with the entries of both accounts. */
  entries: z.array(
    z.object({
      giveawayId: z.string(),
      giveaway: z.string(),
      from: z.int(),
      into: z.int(),
      /** Maximum entries per person; null: no limit. */
      limit: z.int().nullable(),
    }),
  ),
  /** Entries in drawn giveaways; the lists of their draws stay unchanged. */
  pastEntries: z.int(),
  /** The account whose membership continues under `into`. */
  membership: z.enum(['from', 'into']).nullable(),
  tickets: z.int(),
  /** The stricter choice of the two wins, so that no message goes to a person who did not ask for it. */
  consents: z.object({ sms: z.boolean(), push: z.boolean(), promotionalEmails: z.boolean() }),
  /** The address after the merge; `into`'s own if it has one. */
  address: z.object({ source: z.enum(['from', 'into']), address: UserAddress }).nullable(),
  referrals: z.object({
    /** The code that stays; null when neither account has one. */
    code: z.string().nullable(),
    /** Users referred by the other code, who count for this one after the merge. */
    moved: z.int(),
  }),
})
export type MergePreview = z.infer<typeof MergePreview>

export const Merged = model('UsersMerged', {
  success: z.literal(true),
  message: z.string(),
  /** True when these accounts were merged before and this call changed nothing. */
  isRepeated: z.boolean(),
})
