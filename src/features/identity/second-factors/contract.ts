import { z } from 'zod'
import { RegisterBody } from '../contract.ts'

/** The second factors of a sign-in, strongest first. */
export const METHODS = ['WEB_AUTHN', 'SOFTWARE_TOKEN_MFA', 'SMS_MFA', 'EMAIL_OTP'] as const
export type Method = (typeof METHODS)[number]

export const CHALLENGE_TYPES = [
  ...METHODS,
  'SELECT_MFA_TYPE',
  'NEW_PASSWORD_REQUIRED',
  'CONFIRM_SIGN_UP',
  'RESET_PASSWORD',
] as const
export type ChallengeType = (typeof CHALLENGE_TYPES)[number]

/** Six digits from an app or a message, or a recovery code in any spelling. */
export const factorCode = z
  .string({ error: 'Please enter the confirmation code' })
  .trim()
  .min(1, { error: 'Please enter the confirmation code', abort: true })
  .max(20, { error: 'Please enter the complete 6-digit code', abort: true })
  .regex(/^(\d{6}|[A-Za-z0-9]{5}[- ]?[A-Za-z0-9]{5})$/, 'Please enter the complete 6-digit code')

const sixDigits = z
  .string({ error: 'Please enter the confirmation code' })
  .regex(/^\d{6}$/, 'Please enter the complete 6-digit code')

/** WebAuthn's binary values. */
const base64url = (max: number) =>
  z
    .string()
    .max(max, { abort: true })
    .regex(/^[A-Za-z0-9_-]+$/)

/** Browsers send more fields of a passkey than needed, and newer browsers add more. Unknown fields are ignored. */
const credential = { id: base64url(1400), rawId: base64url(1400), type: z.enum(['public-key']) }

export const Assertion = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(8000),
      authenticatorData: base64url(8000),
      signature: base64url(8000),
      userHandle: base64url(200).optional(),
    }),
  })
  .meta({ id: 'PasskeyAssertion' })
export type Assertion = z.infer<typeof Assertion>

export const Attestation = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(8000),
      attestationObject: base64url(60_000),
      transports: z.array(z.string().max(20)).max(10).optional(),
    }),
  })
  .meta({ id: 'PasskeyAttestation' })
export type Attestation = z.infer<typeof Attestation>

/** The password, as an alternative to a sign-in in the last minutes. */
const again = { password: z.string().min(1, 'Password is required').max(1024).optional() }

export const TotpBody = z.strictObject({ code: sixDigits.optional(), ...again }).meta({ id: 'TotpEnrolment' })
export const EmailFactorBody = z.strictObject({ code: sixDigits.optional(), ...again }).meta({ id: 'EmailEnrolment' })
export const RecoveryBody = z.strictObject(again).meta({ id: 'RecoveryCodesRequest' })
export const RemovalBody = z.strictObject(again).meta({ id: 'FactorRemoval' })
export const PasskeyBody = z
  .strictObject({
    credential: Attestation.optional(),
    name: z
      .string()
      .trim()
      .min(1, 'Name is required')
      .max(60, { error: 'Please use at most 60 characters', abort: true })
      .refine(text => !/\p{Cc}/u.test(text), 'Please check your input and try again.')
      .optional(),
    ...again,
  })
  .meta({ id: 'PasskeyEnrolment' })

export const SmsFactorBody = z
  .strictObject({ phone: RegisterBody.shape.phone.optional(), code: sixDigits.optional(), ...again })
  .meta({ id: 'SmsEnrolment' })

export const ReauthenticationBody = z
  .strictObject({ password: again.password, id: z.uuid().optional(), credential: Assertion.optional() })
  .meta({ id: 'Proof' })
