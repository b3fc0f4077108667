import { z } from 'zod'

const moment = z.iso.datetime()
const Added = z.object({ enabled: z.boolean(), addedAt: moment.nullable() })

export const PasskeyEntry = z
  .object({ id: z.string(), name: z.string(), addedAt: moment, lastUsedAt: moment.nullable() })
  .meta({ id: 'Passkey' })
export type PasskeyEntry = z.infer<typeof PasskeyEntry>

/** A user's second factors. Numbers and addresses are masked; secrets are not included. */
export const Mfa = z
  .object({
    totp: Added,
    sms: Added.extend({ phone: z.string().nullable() }),
    email: Added.extend({ address: z.string() }),
    passkeys: z.array(PasskeyEntry),
    recoveryCodes: z.object({ left: z.int() }),
  })
  .meta({ id: 'SecondFactors' })
export type Mfa = z.infer<typeof Mfa>

/** A factor was enabled. `recoveryCodes` come with the first factor and are shown once. */
export const FactorOn = z
  .object({ success: z.literal(true), enabled: z.literal(true), recoveryCodes: z.array(z.string()).optional() })
  .meta({ id: 'FactorOn' })

export const TotpBegun = z
  .object({
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
  .meta({ id: 'TotpBegun' })

export const CodeSent = z
  .object({ success: z.literal(true), enabled: z.literal(false), sentTo: z.string(), expiresAt: moment })
  .meta({ id: 'CodeSent' })

/** The WebAuthn request that a browser passes to its authenticator to create a passkey. */
export const PasskeyCreation = z
  .object({
    success: z.literal(true),
    enabled: z.literal(false),
    options: z.looseObject({ challenge: z.string() }),
  })
  .meta({ id: 'PasskeyCreation' })

export const RecoveryCodes = z
  .object({ success: z.literal(true), recoveryCodes: z.array(z.string()) })
  .meta({ id: 'RecoveryCodes' })

export const Device = z
  .object({
    id: z.string(),
    /** Such as "Chrome on Windows". */
    device: z.string(),
    signedInAt: moment,
    lastUsedAt: moment,
    /** Whether this is the calling browser. */
    current: z.boolean(),
  })
  .meta({ id: 'Device' })
export type Device = z.infer<typeof Device>
export const Devices = z.object({ sessions: z.array(Device) })
