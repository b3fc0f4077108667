import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { ifMissing } from '#kernel/values/inputs/field-sentences.ts'
import { isVisible } from '#kernel/values/inputs/visible.ts'
import { ChangePasswordBody, RegisterBody } from '../user/contract.ts'

/** The second factors of a sign-in, strongest first. */
export const METHODS = ['WEB_AUTHN', 'SOFTWARE_TOKEN_MFA', 'SMS_MFA', 'EMAIL_OTP'] as const
export type Method = (typeof METHODS)[number]

const CHALLENGE_TYPES = [
  ...METHODS,
  'SELECT_MFA_TYPE',
  'NEW_PASSWORD_REQUIRED',
  'CONFIRM_SIGN_UP',
  'RESET_PASSWORD',
] as const
export type ChallengeType = (typeof CHALLENGE_TYPES)[number]

/** Six digits from an app or a message, or a recovery code in any spelling. */
export const factorCodeField = z
  .string(ifMissing('Please enter the confirmation code'))
  .trim()
  .min(1, { error: 'Please enter the confirmation code', abort: true })
  .max(20, { error: 'A code has at most 20 characters', abort: true })
  .regex(/^(\d{6}|[A-Za-z0-9]{5}[- ]?[A-Za-z0-9]{5})$/, 'Please enter the complete 6-digit code')

const sixDigits = z
  .string(ifMissing('Please enter the confirmation code'))
  .regex(/^\d{6}$/, 'Please enter the complete 6-digit code')

/** WebAuthn's binary values. */
const base64url = (max: number) =>
  z
    .string()
    .max(max, { abort: true })
    .regex(/^[A-Za-z0-9_-]+$/)

/** Browsers send more fields of a passkey than needed, and newer browsers add more. Unknown fields are ignored. */
const credential = { id: base64url(1400), rawId: base64url(1400), type: z.enum(['public-key']) }

export const Assertion = model('PasskeyAssertion', {
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8000),
    authenticatorData: base64url(8000),
    signature: base64url(8000),
    userHandle: base64url(200).optional(),
  }),
})
export type Assertion = z.infer<typeof Assertion>

export const Attestation = model('PasskeyAttestation', {
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8000),
    attestationObject: base64url(60_000),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
})
export type Attestation = z.infer<typeof Attestation>

/** The password, as an alternative to a sign-in in the last minutes. */
const again = { password: z.string().min(1, 'Password is required').max(1024).optional() }

export const TotpBody = strictModel('TotpEnrolment', { code: sixDigits.optional(), ...again })
export const EmailFactorBody = strictModel('EmailEnrolment', { code: sixDigits.optional(), ...again })
export const RecoveryBody = strictModel('RecoveryCodesRequest', again)
export const RemovalBody = strictModel('FactorRemoval', again)
export const PasskeyBody = strictModel('PasskeyEnrolment', {
  credential: Attestation.optional(),
  name: z
    .string()
    .trim()
    .min(1, { error: 'Name is required', abort: true })
    .max(60, { error: 'Please use at most 60 characters', abort: true })
    .refine(isVisible, { error: 'Name is required', abort: true })
    .refine(text => !/\p{Cc}/u.test(text), 'Please check your input and try again.')
    .optional(),
  ...again,
})

export const SmsFactorBody = strictModel('SmsEnrolment', {
  phone: RegisterBody.shape.phone.optional(),
  code: sixDigits.optional(),
  ...again,
})

export const ReauthenticationBody = strictModel('Proof', {
  password: again.password,
  /** From an e-mail, for users without a password. */
  code: sixDigits.optional(),
  id: z.uuid().optional(),
  credential: Assertion.optional(),
})

/** The answer to a challenge: the field for its type, or `method` to switch to another factor or to send a new code. */
export const ChallengeBody = strictModel('ChallengeAnswer', {
  id: z.uuid(),
  code: factorCodeField.optional(),
  newPassword: ChangePasswordBody.shape.newPassword.optional(),
  method: z.enum(METHODS).optional(),
  credential: Assertion.optional(),
})
export type ChallengeBody = z.infer<typeof ChallengeBody>

/** The request that a browser passes to its authenticator at a sign-in. */
export const PasskeyRequest = model('PasskeyRequest', {
  challenge: z.string(),
  rpId: z.string().optional(),
  timeout: z.number().optional(),
  userVerification: z.enum(['required', 'preferred', 'discouraged']).optional(),
  allowCredentials: z
    .array(z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()).optional() }))
    .optional(),
})
export type PasskeyRequest = z.infer<typeof PasskeyRequest>

export const Challenge = model('Challenge', {
  id: z.string(),
  type: z.enum(CHALLENGE_TYPES),
  expiresAt: z.iso.datetime(),
  /** The factors available to this sign-in; with several, the user can switch at any time. */
  methods: z.array(z.enum(METHODS)).optional(),
  /** The masked address or number that got the code. */
  sentTo: z.string().optional(),
  /** For WEB_AUTHN. */
  options: PasskeyRequest.optional(),
})
export type Challenge = z.infer<typeof Challenge>

export const Challenged = model('Challenged', {
  success: z.literal(false),
  message: z.string(),
  challenge: Challenge,
})
