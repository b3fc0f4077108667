import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { isVisible } from '#kernel/values/inputs/visible.ts'
import { conflict, type ErrorTable } from '#platform/errors.ts'

export const PUSH_ERRORS = {
  no_push_device: conflict('Failed to send test notification. Please check your settings.'),
} as const satisfies ErrorTable

const CHECK_INPUT = 'Please check your input and try again.'
const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: `Please use at most ${max} characters`, abort: true })
    .refine(value => !/[\p{Cc}]/u.test(value), CHECK_INPUT)
const userId = text(100).min(1, CHECK_INPUT)
/** The address of a push service. The server decides whether it may be posted to. */
const endpoint = z.string().trim().min(1, CHECK_INPUT).max(2048, 'Please use at most 2048 characters')

/** A P-256 public key, uncompressed (65 bytes), and 16 bytes of a shared secret, in base64url as browsers write them. */
const p256dh = z.string().regex(/^B[\w-]{86}=?$/, CHECK_INPUT)
const auth = z.string().regex(/^[\w-]{22}(==)?$/, CHECK_INPUT)

const flags = {
  optIn: z.boolean(),
  giveawayAlerts: z.boolean(),
  orderUpdates: z.boolean(),
  promotionalOffers: z.boolean(),
  cartReminders: z.boolean(),
  emailOptIn: z.boolean(),
}

/** A missing field stays unchanged. */
export const PreferencesChange = z
  .strictObject({
    ...flags,
    /** An IANA name; quiet hours use the recipient's zone. */
    timeZone: text(64).refine(isTimeZone, 'This time zone is not known.'),
  })
  .partial()
export type PreferencesChange = z.infer<typeof PreferencesChange>

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false
  }
}

export const PreferencesBody = strictModel('PushPreferencesChange', { userId, preferences: PreferencesChange })

export const TestBody = strictModel('TestPush', {
  userId,
  title: text(100).min(1, CHECK_INPUT).refine(isVisible, CHECK_INPUT),
  body: text(300).min(1, CHECK_INPUT).refine(isVisible, CHECK_INPUT),
})

export const RegisterBody = strictModel('PushRegistration', {
  userId,
  subscription: z.strictObject({
    endpoint,
    keys: z.strictObject({ p256dh, auth }),
    /** Browsers include this field in their subscriptions. Push services answer 410 when a subscription has expired. */
    expirationTime: z.number().min(0).max(8.64e15).nullish(),
  }),
  channelType: z.literal('PUSH'),
  deviceInfo: z
    .strictObject({ platform: text(100), userAgent: text(1000), language: text(35) })
    .partial()
    .optional(),
})
export type RegisterBody = z.infer<typeof RegisterBody>

export const UnregisterBody = strictModel('PushUnregistration', { userId, endpoint })

export const PushDevice = model('PushDevice', {
  id: z.string(),
  endpoint: z.string(),
  channelType: z.literal('WEB_PUSH'),
  /** False when its push service refuses our requests; a new registration of the browser enables it again. */
  enabled: z.boolean(),
  platform: z.string(),
  userAgent: z.string(),
  language: z.string(),
  createdAt: z.iso.datetime(),
})
export type PushDevice = z.infer<typeof PushDevice>

export const PushPreferences = model('PushPreferences', {
  userId: z.string(),
  ...flags,
  timeZone: z.string().nullable(),
  endpoints: z.array(PushDevice),
})
export type PushPreferences = z.infer<typeof PushPreferences>

export const Done = z.object({ success: z.literal(true), message: z.string() })
export const PublicKey = z.object({ publicKey: z.string() })
