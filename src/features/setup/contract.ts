import { z } from 'zod'
import { RegisterBody } from '#features/identity/user/contract.ts'
import { KINDS } from '#features/legal/contract.ts'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { ifMissing } from '#kernel/values/inputs/field-sentences.ts'
import { requiredText } from '#kernel/values/inputs/texts.ts'
import { conflict, type ErrorTable, forbidden } from '#platform/errors.ts'

export const SETUP_ERRORS = {
  setup_code_invalid: forbidden(
    'This setup link is no longer valid. Start the shop again, or run "npm run owner", for a new one.',
  ),
  shop_has_owner: conflict('This shop has an owner already. Please sign in.'),
  /** Details: `missing`, the parts that an owner finishes before the opening. */
  not_ready: conflict('The shop cannot open yet: something is missing, or not true yet.'),
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

/** What stands between a new shop and its opening. */
export const MissingPart = model('MissingPart', {
  code: z.enum(['name', 'logo', 'contact', 'mail_in', 'sender', 'tax', 'payments', 'legal', 'offer']),
  /** In words. */
  title: z.string(),
  /** The screen where staff finish it. */
  link: z.string(),
})
export type MissingPart = z.infer<typeof MissingPart>

/** The word that opens a demo whatever is missing. */
export const OPEN_WORD = 'OPEN'

/** Anything but the word counts as no word: the answer is what is missing. */
export const OpenBody = z.strictObject({ word: z.unknown().optional() }).meta({ id: 'OpenShop' })
export const Opened = z.object({ success: z.literal(true), isOpen: z.literal(true) })

export const ReadTextsBody = strictModel('ReadLegalTexts', {
  documents: z
    .array(z.strictObject({ kind: z.enum(KINDS), version: z.int().min(1).max(1_000_000) }))
    .min(1, 'Name at least one text')
    .max(10, 'At most 10 texts'),
})

/** Texts in force that no member of staff has read. */
export const UnreadTexts = z.object({
  unread: z.array(z.object({ kind: z.enum(KINDS), title: z.string(), version: z.int() })),
})

export const Setup = model('Setup', {
  isOpen: z.boolean(),
  /** Empty when the shop can open. */
  missing: z.array(MissingPart),
  /** Addresses that are told of the opening. */
  waiting: z.int(),
  ...UnreadTexts.shape,
  steps: z.array(SetupStep),
  /** Number of finished required steps. */
  done: z.int(),
  of: z.int(),
  /** False when no step is missing, and in a demo with its sample orders and draws. */
  isNew: z.boolean(),
})
export type Setup = z.infer<typeof Setup>
