import { z } from 'zod'
import { model } from '#kernel/api/openapi/model.ts'
import { ROLES } from '#kernel/rights.ts'
import { COUNTRIES } from '#kernel/shipping/countries.ts'

/** Response schemas of the identity routes, for the API and the OpenAPI document. */
export const nothing = { 204: { description: 'Done' } }

export const User = model('User', {
  id: z.string(),
  email: z.string(),
  name: z.string(),
  isAdmin: z.boolean(),
  /** The staff role; null for shoppers. */
  role: z.enum(ROLES).nullable(),
  isSubscriber: z.boolean(),
})
export type User = z.infer<typeof User>

const tokens = { user: User, idToken: z.string(), expiresAt: z.iso.datetime() }

export const TokenAnswer = model('Token', tokens)
export const SignedIn = model('SignedIn', { success: z.literal(true), message: z.string(), ...tokens })
/** Not confirmed yet. */
export const Waiting = z.object({ success: z.literal(false), message: z.string() })
export const Registered = z.object({ success: z.literal(true), requiresConfirmation: z.boolean() })
export const Done = z.object({ success: z.literal(true), message: z.string() })
export const Verified = z.object({ success: z.literal(true) })
/** `addressSaved` says whether the registration had an address. Includes the session's tokens when the confirming browser is the one that registered. */
export const Confirmed = z.object({
  success: z.literal(true),
  message: z.string(),
  requiresSignIn: z.boolean(),
  addressSaved: z.boolean(),
  ...z.object(tokens).partial().shape,
})
export const Jwks = z.object({ keys: z.array(z.looseObject({ kid: z.string().optional() })) })

export const Profile = model('Profile', {
  ...User.shape,
  phone: z.string().nullable(),
  birthDate: z.string().nullable(),
  age: z.int().nullable(),
  joinDate: z.iso.datetime(),
  shippingAddress: z
    .object({
      line1: z.string(),
      line2: z.string().nullable(),
      city: z.string(),
      state: z.string(),
      postalCode: z.string(),
      country: z.enum(COUNTRIES),
    })
    .nullable(),
  smsConsent: z.boolean(),
  /** The phone said STOP, so it gets no SMS until it says START, even with a consent. */
  smsStopped: z.boolean(),
  pushConsent: z.boolean(),
})
export type Profile = z.infer<typeof Profile>
/** A user without what their phone said; `smsConsent` is the choice alone. */
export type Buyer = Omit<Profile, 'smsStopped'>

export const OwnProfile = Profile.extend({
  /** Active entries only: not removed, and in a giveaway that has not closed. */
  entries: z.int(),
  /** Number of paid orders. */
  purchases: z.int(),
  /** False for an account that signs in by codes by e-mail. */
  hasPassword: z.boolean(),
  /** False until the user typed a code from the mailbox. The address's entries and cards wait for it. */
  isMailboxProven: z.boolean(),
  /** The staff role that waits for the proof of the mailbox. */
  offeredRole: z.enum(ROLES).nullable(),
}).meta({ id: 'OwnProfile' })

const moment = z.iso.datetime()
const Added = z.object({ enabled: z.boolean(), addedAt: moment.nullable() })

export const PasskeyEntry = model('Passkey', {
  id: z.string(),
  name: z.string(),
  addedAt: moment,
  lastUsedAt: moment.nullable(),
})
export type PasskeyEntry = z.infer<typeof PasskeyEntry>

/** A user's second factors. Numbers and addresses are masked; secrets are not included. */
export const Mfa = model('SecondFactors', {
  totp: Added,
  sms: Added.extend({ phone: z.string().nullable() }),
  email: Added.extend({ address: z.string() }),
  passkeys: z.array(PasskeyEntry),
  recoveryCodes: z.object({ left: z.int() }),
})
export type Mfa = z.infer<typeof Mfa>

/** A factor was enabled. `recoveryCodes` come with the first factor and are shown once. */
export const FactorOn = model('FactorOn', {
  success: z.literal(true),
  enabled: z.literal(true),
  recoveryCodes: z.array(z.string()).optional(),
})

export const TotpBegun = model('TotpBegun', {
  success: z.literal(true),
  enabled: z.literal(false),
  /** base32 */
  secret: z.string(),
  /** otpauth://… */
  uri: z.string(),
  /** The URI as a QR code: one SVG path in a square of `size` units. */
  qr: z.object({ size: z.int(), path: z.string() }),
  expiresAt: moment,
})

export const EmailCodeSent = model('CodeSent', {
  success: z.literal(true),
  enabled: z.literal(false),
  sentTo: z.string(),
  expiresAt: moment,
})

/** The WebAuthn request that a browser passes to its authenticator to create a passkey. */
export const PasskeyCreation = model('PasskeyCreation', {
  success: z.literal(true),
  enabled: z.literal(false),
  options: z.looseObject({ challenge: z.string() }),
})

export const RecoveryCodes = model('RecoveryCodes', { success: z.literal(true), recoveryCodes: z.array(z.string()) })

export const Device = model('Device', {
  id: z.string(),
  /** Such as "Chrome on Windows". */
  device: z.string(),
  signedInAt: moment,
  lastUsedAt: moment,
  /** Whether this is the calling browser. */
  current: z.boolean(),
})
export type Device = z.infer<typeof Device>
export const Devices = z.object({ sessions: z.array(Device) })
