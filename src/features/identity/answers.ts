import { z } from 'zod'
import { ROLES } from '#kernel/rights.ts'
import { ShippingAddress } from './contract.ts'
import { Challenge } from './sign-in/challenge/contract.ts'

/** Response schemas of the identity routes, for the API and the OpenAPI document. */
export const User = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    isAdmin: z.boolean(),
    /** The staff role; null for shoppers. */
    role: z.enum(ROLES).nullable(),
    isSubscriber: z.boolean(),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>

const tokens = { user: User, idToken: z.string(), expiresAt: z.iso.datetime() }

export const TokenAnswer = z.object(tokens).meta({ id: 'Token' })
export const SignedIn = z.object({ success: z.literal(true), message: z.string(), ...tokens }).meta({ id: 'SignedIn' })
export const Challenged = z
  .object({
    success: z.literal(false),
    message: z.string(),
    challenge: Challenge,
  })
  .meta({ id: 'Challenged' })

/** Not confirmed yet. */
export const Waiting = z.object({ success: z.literal(false), message: z.string() })
export const Registered = z.object({ success: z.literal(true), requiresConfirmation: z.boolean() })
export const Done = z.object({ success: z.literal(true), message: z.string() })
export const Verified = z.object({ success: z.literal(true) })
/** Includes the session's tokens when the confirming browser is the one that registered. */
export const Confirmed = z.object({
  success: z.literal(true),
  message: z.string(),
  requiresSignIn: z.boolean(),
  ...z.object(tokens).partial().shape,
})
export const Jwks = z.object({ keys: z.array(z.looseObject({ kid: z.string().optional() })) })

export const Profile = z
  .object({
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
        country: ShippingAddress.shape.country.unwrap(),
      })
      .nullable(),
    smsConsent: z.boolean(),
    /** The phone said STOP, so it gets no SMS until it says START, even with a consent. */
    smsStopped: z.boolean(),
    pushConsent: z.boolean(),
  })
  .meta({ id: 'Profile' })
export type Profile = z.infer<typeof Profile>
