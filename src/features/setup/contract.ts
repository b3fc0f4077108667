import { z } from 'zod'
import { RegisterBody } from '#features/identity/contract.ts'
import type { ErrorTable } from '#platform/errors.ts'

export const SETUP_ERRORS = {
  setup_code_invalid: {
    status: 403,
    message: 'This setup link is not valid any more. Start the shop again, or run "npm run owner", for a new one.',
  },
  shop_has_owner: { status: 409, message: 'This shop has an owner already. Please sign in.' },
  no_phone: { status: 409, message: 'There is no phone number in your profile to send a text message to.' },
} as const satisfies ErrorTable

/** What the setup link carries is sent with the account that is made by it. */
export const FirstOwnerBody = RegisterBody.pick({ name: true, email: true, password: true })
  .extend({ code: z.string().trim().min(1, 'Please open the setup link').max(100, 'Please open the setup link') })
  .meta({ id: 'FirstOwner' })
export type FirstOwnerBody = z.infer<typeof FirstOwnerBody>

export const OwnerMade = z.object({ success: z.literal(true), message: z.string() })

export const TestMessageBody = z.strictObject({ channel: z.enum(['email', 'sms'], 'Please choose email or sms') })
export const TestMessageSent = z.object({ success: z.literal(true), message: z.string() })

export const STEPS = [
  'owner',
  'contact',
  'payments',
  'email',
  'sms',
  'storage',
  'push',
  'money',
  'product',
  'membership',
  'giveaway',
  'order',
  'draw',
] as const
export type StepId = (typeof STEPS)[number]

export const SetupStep = z
  .object({
    id: z.enum(STEPS),
    title: z.string(),
    done: z.boolean(),
    /** What is missing, or what was found. */
    detail: z.string(),
    /** The place where it is done. */
    to: z.string(),
    /** A shop can do without. */
    isOptional: z.boolean(),
  })
  .meta({ id: 'SetupStep' })
export type SetupStep = z.infer<typeof SetupStep>

export const Setup = z
  .object({
    steps: z.array(SetupStep),
    /** Of the steps that a shop cannot do without. */
    done: z.int(),
    of: z.int(),
    /** False once nothing is missing, and in a demo with its sample orders and draws. */
    isNew: z.boolean(),
  })
  .meta({ id: 'Setup' })
export type Setup = z.infer<typeof Setup>
