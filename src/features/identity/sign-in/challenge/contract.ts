import { z } from 'zod'
import { ChangePasswordBody } from '../../contract.ts'
import { Assertion, CHALLENGE_TYPES, factorCode, METHODS } from '../../second-factors/contract.ts'

/** A step of a sign-in lasts 180 s. */
export const CHALLENGE_SECONDS = 180

/** The answer to a challenge: the field for its type, or `method` to switch to another factor or to send a new code. */
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

/** The request that a browser passes to its authenticator at a sign-in. */
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
    /** The factors available to this sign-in; with several, the user can switch at any time. */
    methods: z.array(z.enum(METHODS)).optional(),
    /** The masked address or number that got the code. */
    sentTo: z.string().optional(),
    /** For WEB_AUTHN. */
    options: PasskeyRequest.optional(),
  })
  .meta({ id: 'Challenge' })
export type Challenge = z.infer<typeof Challenge>
