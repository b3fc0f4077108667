import { createHash } from 'node:crypto'
import type { Context } from '#kernel/context.ts'
import type { PushMessage, PushOutcome } from '#kernel/ports/messages.ts'
import type { ClickData, PushPayload } from '../queries/click.ts'
import type { Outcome } from './claim-messages.server.ts'

/** A row of `message` whose recipient is a push endpoint's id. */
export type PushRow = {
  id: string
  user_id: string | null
  recipient: string
  subject: string
  body: string
  data: unknown
  created_at: Date
}

const HOUR_S = 3600
/** How long a push stays useful, and its urgency for the phone's battery (RFC 8030, sections 5.2 and 5.3). */
const WORTH = {
  giveaway: { ttlSeconds: 48 * HOUR_S, urgency: 'normal' },
  order: { ttlSeconds: 7 * 24 * HOUR_S, urgency: 'normal' },
  shipping: { ttlSeconds: 7 * 24 * HOUR_S, urgency: 'normal' },
  cart: { ttlSeconds: 24 * HOUR_S, urgency: 'low' },
  membership: { ttlSeconds: 7 * 24 * HOUR_S, urgency: 'normal' },
  product: { ttlSeconds: 48 * HOUR_S, urgency: 'normal' },
  none: { ttlSeconds: 24 * HOUR_S, urgency: 'high' },
} as const satisfies Record<string, Pick<PushMessage, 'ttlSeconds' | 'urgency'>>

/** Push services accept at most 4096 bytes; a notification shows less than this length. */
const LONGEST_BODY = 500

/**
 * Sends one push to the push service of its browser. An endpoint that is gone is deleted. An endpoint that refuses is disabled until the
 * browser registers again. When the service asks to wait, the push is tried later while it is still useful.
 * @returns the outcome of the message.
 * @throws when the service failed; the message is tried again.
 */
export async function deliverPush(ctx: Context, message: PushRow): Promise<Outcome> {
  const endpoint = await ctx.db
    .selectFrom('push_endpoint')
    .select(['id', 'endpoint', 'p256dh', 'auth'])
    .where('id', '=', message.recipient)
    // Another user may have registered the browser since.
    .where('user_id', '=', message.user_id)
    .where('enabled', '=', true)
    .executeTakeFirst()
  if (!endpoint) return { state: 'dropped', reason: 'The browser is no longer registered.' }
  const click = (message.data ?? {}) as ClickData
  const worth = WORTH[click.type ?? 'none']
  const leftSeconds = Math.floor(worth.ttlSeconds - (+ctx.now() - +message.created_at) / 1000)
  if (leftSeconds <= 0) return { state: 'dropped', reason: 'It expired before it could be sent.' }

  const outcome = await ctx.push.send(endpoint, { ...worth, ttlSeconds: leftSeconds, ...contentOf(message, click) })
  return outcomeAt(ctx, endpoint.id, outcome)
}

/** Records the push service's answer at the endpoint and returns the outcome of the message. */
async function outcomeAt(ctx: Context, endpointId: string, outcome: PushOutcome): Promise<Outcome> {
  const row = ctx.db.updateTable('push_endpoint').where('id', '=', endpointId)
  switch (outcome.result) {
    case 'taken':
      await row.set({ last_ok_at: ctx.now() }).execute()
      return { state: 'sent' }
    case 'later':
      return { state: 'waiting', nextAttemptAt: new Date(+ctx.now() + outcome.seconds * 1000), reason: 'asked to wait' }
    case 'gone':
      await ctx.db.deleteFrom('push_endpoint').where('id', '=', endpointId).execute()
      return { state: 'dropped', reason: 'The browser is gone.' }
    case 'refused':
      ctx.log.warn({ endpointId, reason: outcome.reason }, 'push refused')
      await row.set({ enabled: false }).execute()
      return { state: 'dropped', reason: outcome.reason }
  }
}

/** A newer push about one subject replaces the older one, at the push service (topic) and on the screen (tag). */
function contentOf({ id, subject, body }: PushRow, data: ClickData): Pick<PushMessage, 'payload' | 'topic'> {
  const about = data.type ? [data.type, data.giveawayId, data.orderId, data.productPath].filter(Boolean).join(':') : id
  const payload: PushPayload = { title: subject, body: body.slice(0, LONGEST_BODY), tag: about, data }
  return { payload, topic: createHash('sha256').update(about).digest('base64url').slice(0, 32) }
}
