import type { Push } from '#kernel/ports/messages.ts'
import type { Env } from '#platform/env.ts'
import { createPush } from './push.server.ts'
import type { createPushKeys } from './push-keys.server.ts'

export const pushKeysOf = ({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }: Env) =>
  publicKey && privateKey ? { publicKey, privateKey } : undefined
/** The VAPID contact must be reachable; a demo has no such address. */
const contactOf = (origin: string) => (origin.startsWith('https:') ? origin : 'mailto:hello@shop.example')

export const pushOf = (env: Env, { read }: ReturnType<typeof createPushKeys>, origin: string): Push =>
  createPush({ keys: read, subject: env.VAPID_SUBJECT ?? contactOf(origin), localAllowed: env.PUSH_LOCAL_ENDPOINTS })
