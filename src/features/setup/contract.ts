import { z } from 'zod'
import { RegisterBody } from '#features/identity/user/contract.ts'
import { model } from '#kernel/api/openapi/model.ts'
import { ifMissing } from '#kernel/values/inputs/field-sentences.ts'
import { requiredText } from '#kernel/values/inputs/texts.ts'
import { conflict, type ErrorTable, forbidden } from '#platform/errors.ts'

export const SETUP_ERRORS = {
  setup_code_invalid: forbidden(
    'This setup link is no longer valid. Start the shop again, or run "npm run owner", for a new one.',
  ),
  shop_has_owner: conflict('This shop has an owner already. Please sign in.'),
  no_phone: conflict('There is no phone number in your profile to send a text message to.'),
} as const satisfies ErrorTable

/** The code of the setup link, with the account to create. */
export const FirstOwnerBody = RegisterBody.pick({ name: true, email: true, password: true })
  .extend({ code: requiredText('Please enter the setup code', 100) })
  .meta({ id: 'FirstOwner' })
export type FirstOwnerBody = z.infer<typeof FirstOwnerBody>

export const OwnerMade = z.object({ success: z.literal(true), message: z.string() })

export const TestMessageBody = z.strictObject({
  channel: z.enum(['email', 'sms'], ifMissing('Please choose email or sms')),
})
export const TestMessageSent = z.object({ success: z.literal(true), message: z.string() })

export const STEPS = [
  'owner',
  'contact',
  'payments',
  'email',
  'sms',
  'storage',
  'push',
  'beacon',
  'witnesses',
  'money',
  'prices',
  'product',
  'membership',
  'giveaway',
  'order',
  'draw',
] as const
export type StepId = (typeof STEPS)[number]

export const SetupStep = model('SetupStep', {
  id: z.enum(STEPS),
  title: z.string(),
  done: z.boolean(),
  /** The missing part, or the result of the check. */
  detail: z.string(),
  /** Link to the place where staff finish the step. */
  to: z.string(),
  /** The shop works without this step. */
  isOptional: z.boolean(),
})
export type SetupStep = z.infer<typeof SetupStep>

export const Setup = model('Setup', {
  steps: z.array(SetupStep),
  /** Number of finished required steps. */
  done: z.int(),
  of: z.int(),
  /** False when no step is missing, and in a demo with its sample orders and draws. */
  isNew: z.boolean(),
})
export type Setup = z.infer<typeof Setup>
