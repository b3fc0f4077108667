import { z } from 'zod'
import { TIERS } from '#platform/tiers.ts'
import { Giveaway, GiveawayEntry } from './contract.ts'

const REQUIRED = 'Please fill in all required fields'
const Moment = z.iso.datetime({ offset: true, error: 'Enter a date and time.' })
const ImageRef = z.string().regex(/^s3:(giveaways|products)\/[A-Za-z0-9/_-]{1,200}$/, 'Upload the image first.')

const terms = {
  title: z.string({ error: REQUIRED }).trim().min(1, REQUIRED).max(120, 'Title must be 120 characters or less'),
  description: z
    .string({ error: REQUIRED })
    .trim()
    .min(1, REQUIRED)
    .max(5000, 'Description must be 5000 characters or less'),
  tier: z.enum(TIERS, 'Choose a tier'),
  /** Whole dollars. */
  value: z
    .int('Enter whole dollars.')
    .min(0, 'The value cannot be negative.')
    .max(10_000_000, 'The value is too high.'),
  totalSlots: z.int('Enter a whole number.').min(1, 'At least 1 slot.').max(100_000, 'At most 100000 slots.'),
  entryLimit: z.int('Enter a whole number.').min(1, 'Between 1 and 50.').max(50, 'Between 1 and 50.').nullable(),
  startDate: Moment,
  endDate: Moment.nullable(),
  earlyAccessDate: Moment,
  image: ImageRef.nullable(),
  images: z.array(ImageRef).max(12, 'At most 12 images.'),
  category: z.string().trim().min(1).max(60),
  subscriptionVisibilityOnly: z.boolean(),
  sendPremiumEmails: z.boolean(),
  sendFreeUserEmails: z.boolean(),
  sendPremiumSMS: z.boolean(),
  sendFreeUserSMS: z.boolean(),
}

/** checkout-and-admin.md section 9: 100 slots, tier Bronze, value 0. */
export const GiveawayInput = z
  .strictObject({
    ...terms,
    tier: terms.tier.default('Bronze'),
    value: terms.value.default(0),
    totalSlots: terms.totalSlots.default(100),
    /** Accepted because the specified form sends it; what is available is counted, never believed. */
    availableSlots: z.int().optional(),
    entryLimit: terms.entryLimit.default(null),
    endDate: terms.endDate.default(null),
    earlyAccessDate: terms.earlyAccessDate.optional(),
    image: terms.image.optional(),
    images: terms.images.default([]),
    category: terms.category.optional(),
    subscriptionVisibilityOnly: terms.subscriptionVisibilityOnly.default(false),
    sendPremiumEmails: terms.sendPremiumEmails.default(false),
    sendFreeUserEmails: terms.sendFreeUserEmails.default(false),
    sendPremiumSMS: terms.sendPremiumSMS.default(false),
    sendFreeUserSMS: terms.sendFreeUserSMS.default(false),
  })
  .meta({ id: 'GiveawayInput' })
export type GiveawayInput = z.infer<typeof GiveawayInput>

export const GiveawayPatch = z
  .strictObject({ ...terms, availableSlots: z.int() })
  .partial()
  .meta({ id: 'GiveawayPatch' })
export type GiveawayPatch = z.infer<typeof GiveawayPatch>

/** What an admin sees on top: whom the shop will tell of the start, and the limit as it was set. Its entries are a list of their own. */
export const AdminGiveaway = Giveaway.omit({ entries: true })
  .extend({
    ownEntryLimit: z.int().nullable(),
    sendPremiumEmails: z.boolean(),
    sendFreeUserEmails: z.boolean(),
    sendPremiumSMS: z.boolean(),
    sendFreeUserSMS: z.boolean(),
  })
  .meta({ id: 'AdminGiveaway' })
export type AdminGiveaway = z.infer<typeof AdminGiveaway>

export const AdminEntry = GiveawayEntry.extend({
  /** Null for a mail-in entrant without an account. */
  userId: z.string().nullable(),
  name: z.string(),
  isPrivateEntry: z.boolean(),
  isStaff: z.boolean(),
}).meta({ id: 'AdminEntry' })
export type AdminEntry = z.infer<typeof AdminEntry>

export const DrawInput = z.strictObject({
  title: z.string().max(120).optional(),
  reason: z.string().max(500, 'Reason must be 500 characters or less').optional(),
})
export const SelectWinnerInput = DrawInput.extend({ giveawayId: z.string().max(140) }).meta({ id: 'SelectWinnerInput' })
/** `method` of the specified call; winners are always drawn at random. */
export const WinnerInput = DrawInput.extend({ method: z.enum(['random', 'automatic']).default('random') }).meta({
  id: 'WinnerInput',
})

export const SelectedWinner = z
  .object({ message: z.string(), winner: z.object({ email: z.string(), slot: z.int() }) })
  .meta({ id: 'SelectedWinner' })

export const PrivateEntryInput = z
  .strictObject({
    name: z.string({ error: 'Name is required' }).trim().min(1, 'Name is required').max(120),
    email: z
      .string({ error: 'Email is required' })
      .trim()
      .toLowerCase()
      .min(1, 'Email is required')
      .max(254)
      .pipe(z.email('Invalid email format')),
  })
  .meta({ id: 'PrivateEntryInput' })
