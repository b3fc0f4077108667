import { z } from 'zod'
import { ChangePasswordBody } from '../contract.ts'
import { Assertion, CHALLENGE_TYPES, factorCode, METHODS } from '../second-factors/contract.ts'

/** customer-side.md section 9: sign-in state lasts 180 s. */
export const CHALLENGE_SECONDS = 180

/** What a challenge is answered with: the field that its type asks for, or `method` to go on by another factor or to send a new code. */
export const ChallengeBody = z
  .strictObject({
    id: z.uuid(),
    code: factorCode.optional(),
    newPassword: ChangePasswordBody.shape.newPassword.optional(),
    method: z.enum(METHODS).optional(),
    credential: Assertion.optional(),
  })
  .meta({ id: 'ChallengeAnswer' })
export type ChallengeBody = z.infer<typeof ChallengeBody>

/** What a browser hands to its authenticator to sign in. */
export const PasskeyRequest = z
  .object({
    challenge: z.string(),
    rpId: z.string().optional(),
    timeout: z.number().optional(),
    userVerification: z.enum(['required', 'preferred', 'discouraged']).optional(),
    allowCredentials: z
      .array(z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()).optional() }))
      .optional(),
  })
  .meta({ id: 'PasskeyRequest' })
export type PasskeyRequest = z.infer<typeof PasskeyRequest>

export const Challenge = z
  .object({
    id: z.string(),
    type: z.enum(CHALLENGE_TYPES),
    expiresAt: z.iso.datetime(),
    /** The factors that this sign-in could go on by; with several, each may be chosen at any time. */
    methods: z.array(z.enum(METHODS)).optional(),
    /** Where the code went, as far as it may be shown. */
    sentTo: z.string().optional(),
    /** For WEB_AUTHN. */
    options: PasskeyRequest.optional(),
  })
  .meta({ id: 'Challenge' })
export type Challenge = z.infer<typeof Challenge>
