import { z } from 'zod'
import { model } from '#kernel/api/openapi/model.ts'
import { ROLES } from '#kernel/rights.ts'
import { COUNTRIES } from '#kernel/shipping/countries.ts'
import { shopDay } from '#kernel/values/shop-day-input.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { badRequest, conflict, contentTooLarge, type ErrorTable, forbidden, notFound } from '#platform/errors.ts'
import { EXPORTED_AT_ONCE } from './rules.ts'

export const PEOPLE_ERRORS = {
  person_not_found: notFound('We could not find this person.'),
  nobody_selected: badRequest('No users selected for deletion'),
  staff_account: conflict('This is a staff account. Remove its role first, then delete it.'),
  own_account: conflict('You cannot do this to your own account.'),
  own_credits: forbidden('You cannot change your own credits. Ask another member of staff.'),
  owner_only: forbidden('Only an owner can act on an owner.'),
  /** PostgreSQL enforces this (keep_an_owner.sql). */
  not_invited: conflict('This person has no open invitation.'),
  last_owner: conflict('The last owner cannot be removed'),
  export_too_large: contentTooLarge(
    `More than ${EXPORTED_AT_ONCE} users are too many for one answer. Ask for format=csv, which is sent as it is read.`,
  ),
  same_person: conflict('Choose two different people to merge.'),
  staff_merge: conflict('Staff accounts cannot be merged. Remove the role first.'),
  both_members: conflict('Both have a membership. Cancel one of them, then merge.'),
  payment_open: conflict('An order of this person is being paid right now. Try again when it is settled.'),
  list_sealed: conflict('The list of {giveaway} is sealed, and an entry of this person is in it. Wait for the draw.'),
  entrant_role: conflict('This person has entries in {giveaway}, and staff cannot win. Remove the entries first.'),
  unproven_account: conflict(
    'The mailbox of {email} is not proven. Its owner must confirm it by a code before the accounts are merged.',
  ),
  entry_limit_exceeded: conflict(
    'Together they would have more entries than a person may have in: {giveaways}. Remove some first.',
  ),
  referred_each_other: conflict('One of them used the other’s referral code. Such accounts cannot be merged.'),
} as const satisfies ErrorTable

const flag = z.enum(['true', 'false'])
export const PEOPLE_SORTS = ['newest', 'oldest', 'name-asc', 'name-desc', 'email-asc', 'email-desc'] as const
export type UsersSort = (typeof PEOPLE_SORTS)[number]

const filters = {
  /** `staff`: people with any role; `user`: people without one; `invited`: people whose role waits for the proof of the mailbox. */
  role: z.enum(['user', 'staff', 'invited', ...ROLES]).optional(),
  membership: z.enum(['member', 'none']).optional(),
  /** Users with available credits of this tier. */
  tier: z.enum(TIERS).optional(),
  /** Days of the shop, both included. */
  joinedFrom: shopDay.optional(),
  joinedTo: shopDay.optional(),
  smsConsent: flag.optional(),
  disabled: flag.optional(),
  /** `true`: users whose stored phone is no possible US number. */
  phoneToCheck: flag.optional(),
  /** `true`: users with an address on file that no post office knows, or that does not agree and no member of staff confirmed. */
  addressToCheck: flag.optional(),
}
export const UsersFilters = z.strictObject(filters)
export type UsersFilters = z.infer<typeof UsersFilters>

/** Clients send `cache=false` for current data. The answer is always current. */
const cache = flag.optional()

export const UsersQuery = z.strictObject({
  ...filters,
  sort: z.enum(PEOPLE_SORTS).default('newest'),
  limit: z.coerce.number().int().min(1).max(1000).default(50),
  /** Supported for older clients; the cursor stays fast on late pages. */
  offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
  cursor: z.string().max(1000).optional(),
  cache,
})
export type UsersQuery = z.infer<typeof UsersQuery>

export const UsersSearchQuery = z.strictObject({
  ...filters,
  /** Searches name, email and phone. With fewer than three characters, the name or email must begin with `q`. */
  q: z.string().max(200).default(''),
  limit: z.coerce.number().int().min(1).max(500).default(500),
  cache,
})
export type UsersSearchQuery = z.infer<typeof UsersSearchQuery>

export const UsersExportQuery = z.strictObject({
  ...filters,
  /** Exports only the users that the search finds, without a limit. */
  q: z.string().max(200).optional(),
  /** `csv` streams a file of any size; `json` answers `{ csv, totalUsers }`. */
  format: z.enum(['csv', 'json']).default('json'),
  cache,
})

export const TierCounts = z.object({
  total: z.int(),
  bronze: z.int(),
  silver: z.int(),
  gold: z.int(),
  platinum: z.int(),
})
export type TierCounts = z.infer<typeof TierCounts>

export const UserAddress = z.object({
  line1: z.string(),
  line2: z.string().nullable(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  country: z.enum(COUNTRIES),
})
export type UserAddress = z.infer<typeof UserAddress>

/** The shop sells one membership, so only `Free` and `Subscriber` occur. */
export const SUBSCRIPTION_TIERS = ['Free', ...TIERS, 'Subscriber'] as const

export const UserRow = model('UserRow', {
  id: z.string(),
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** Equal to `email`. */
  username: z.string(),
  phone: z.string().nullable(),
  isAdmin: z.boolean(),
  role: z.enum(ROLES).nullable(),
  /** The role of an open invitation: it waits for the proof of the mailbox. */
  offeredRole: z.enum(ROLES).nullable(),
  joinDate: z.iso.datetime(),
  /** YYYY-MM-DD */
  birthday: z.string().nullable(),
  /** Active entries only: not removed, and in a giveaway that has not closed. */
  entries: z.int(),
  /** Number of paid orders. */
  purchases: z.int(),
  subscriptionTier: z.enum(SUBSCRIPTION_TIERS),
  isSubscriber: z.boolean(),
  /** Available credits. */
  credits: TierCounts,
  smsConsent: z.boolean(),
  attributes: z.object({ phone_number: z.string(), 'custom:sms_opt_in': flag }),
  address: UserAddress.nullable(),
  disabled: z.boolean(),
})
export type UserRow = z.infer<typeof UserRow>

export const UsersList = model('UsersList', {
  users: z.array(UserRow),
  pagination: z.object({
    total: z.int(),
    hasMore: z.boolean(),
    /** False when counting would take too long; the total is then PostgreSQL's estimate. */
    isTotalExact: z.boolean(),
    limit: z.int(),
    offset: z.int(),
  }),
  nextCursor: z.string().nullable(),
})
export type UsersList = z.infer<typeof UsersList>

export const UsersFound = model('UsersFound', { users: z.array(UserRow) })
export const UsersExport = model('UsersExport', { csv: z.string(), totalUsers: z.int() })
