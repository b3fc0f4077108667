import { z } from 'zod'
import { CountryCode, line } from '#features/identity/user/contract.ts'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { AS_IS, choice, type Kind } from '#kernel/fields/field-kinds.ts'
import { fieldTable } from '#kernel/fields/field-table.ts'
import { ROLES } from '#kernel/rights.ts'
import { COUNTRIES } from '#kernel/shipping/countries.ts'
import { addressConfirmed, addressRule } from '#kernel/shipping/us-address/address-input.ts'
import { emailInput, newEmailInput } from '#kernel/values/inputs/email.ts'
import { ifMissing, ifWrong } from '#kernel/values/inputs/field-sentences.ts'
import { optionalText, requiredText } from '#kernel/values/inputs/texts.ts'
import { usPhone } from '#kernel/values/inputs/us-phone.ts'
import { Reason } from '#kernel/values/reason.ts'
import { dayInput } from '#kernel/values/shop-day-input.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { PEOPLE_ERRORS, TierCounts } from './contract.ts'
import { CREDITS_AT_ONCE, DELETED_AT_ONCE } from './rules.ts'

const EMAIL = { missing: 'Email is required', invalid: 'Invalid email format' }
const email = emailInput(EMAIL)

type Texts = Pick<Kind<string, string, string>, 'toStore' | 'fromStore' | 'typedOf' | 'valueOf'>

const typed = <Input extends z.ZodType>(label: string, input: Input, maxLength?: number) => ({
  ...(AS_IS as Texts),
  ...{ label, input, shown: z.string(), initial: undefined, blank: '' },
  ...(maxLength && { maxLength }),
})
const needed = (label: string, max: number) => typed(label, line(max, `${label} is required`), max)

/** The one description of what staff type of a person: the schemas of bodies, the form and the names in sentences follow from it. */
export const PERSON = fieldTable({
  name: needed('Name', 120),
  email: typed('Email', newEmailInput(EMAIL), 254),
  phone: typed('Phone', usPhone, 40),
  birthday: typed('Birthday', requiredText('Birthday is required', 40).pipe(dayInput('Birthday is required'))),
})

export const ADDRESS = fieldTable({
  line1: needed('Address line 1', 200),
  line2: { ...typed('Address line 2 (optional)', optionalText(200).nullish(), 200), called: 'address line 2' },
  city: needed('City', 100),
  state: needed('State', 100),
  postalCode: { ...needed('ZIP code', 20), called: 'ZIP code' },
  country: { ...choice('Country', COUNTRIES), input: CountryCode.default('US') },
})

const address = z.strictObject(ADDRESS.input).check(addressRule)

/** The form "Create User". */
export const NewUser = strictModel('NewUser', {
  ...PERSON.input,
  /** An empty default, so that each missing field gets its own error. */
  address: address.prefault({} as never),
  addressConfirmed,
  /** Invites a member of staff; needs `roles.change`. The role waits for the proof of the mailbox, and no password is made. */
  role: z.enum(ROLES).optional(),
})
export type NewUser = z.infer<typeof NewUser>

/** `tempPassword` is for a shopper's account; with a role an invitation is sent instead. */
export const UserCreated = model('UserCreated', {
  message: z.string(),
  userId: z.string(),
  tempPassword: z.string().optional(),
})

/** The staff's reason, kept in the audit log. */
const optionalReason = optionalText(500).optional()

export const DeleteUser = strictModel('UserDeletion', { email, reason: optionalReason })
export const DeleteUsers = strictModel('UsersDeletion', {
  emails: z
    .array(email, ifMissing(PEOPLE_ERRORS.nobody_selected.message))
    .max(DELETED_AT_ONCE, `Please select at most ${DELETED_AT_ONCE} users`),
  reason: optionalReason,
})

export const UserDeleted = z.object({ success: z.literal(true), message: z.string() })
export const UsersDeleted = model('UsersDeleted', {
  success: z.boolean(),
  deletedCount: z.int(),
  failedCount: z.int(),
  /** `2 users failed to delete`; missing when all succeeded. */
  error: z.string().optional(),
  failures: z.array(z.object({ email: z.string(), code: z.string(), message: z.string() })),
  /** Accounts whose deletion waits for a second person. */
  proposed: z.array(z.object({ email: z.string(), proposalId: z.string() })),
})
export type UsersDeleted = z.infer<typeof UsersDeleted>

const amount = z
  .int(ifWrong('Enter a whole number'))
  .min(1, 'Enter a number above zero')
  .max(CREDITS_AT_ONCE, `At most ${CREDITS_AT_ONCE} at once`)
const credits = { email, amount, tier: z.enum(TIERS), reason: optionalReason }
export const GrantCredits = strictModel('CreditGrant', credits)
export const AdjustCredits = strictModel('CreditAdjustment', { ...credits, operation: z.enum(['subtract']) })
export const CreditsChanged = model('CreditsChanged', {
  success: z.literal(true),
  /** `Granted 3 Gold credits to sam@example.com`. */
  message: z.string(),
  /** Credits available now. */
  credits: TierCounts,
})

export const UserChange = strictModel('UserChange', {
  name: PERSON.changed.name,
  phone: PERSON.changed.phone,
  /** The proof of age; staff may correct it. */
  birthday: PERSON.changed.birthday,
  address: address.optional(),
  /** The address of the user's book that `address` corrects, in place of the default. */
  addressId: z.uuid().optional(),
  addressConfirmed,
  reason: Reason,
  /** The `version` of the profile as read. If another save came in between: 409 `version_conflict`. */
  version: z.int().min(1).max(2_000_000_000).optional(),
})
export type UserChange = z.infer<typeof UserChange>

export const RoleChange = strictModel('RoleChange', { role: z.enum(ROLES).nullable(), reason: Reason })
export const StaffReason = strictModel('StaffReason', { reason: Reason })
export const UserNoteBody = strictModel('UserNoteBody', {
  note: requiredText('Please write a note', 2000),
})

export const UserNote = model('UserNote', {
  id: z.string(),
  note: z.string(),
  /** The author's name. */
  by: z.string(),
  at: z.iso.datetime(),
})
