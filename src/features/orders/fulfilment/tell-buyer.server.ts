import type { Context } from '#adapters/context.ts'
import { notify } from '#features/notifications/commands/notify.server.ts'
import { sendMessage } from '#features/notifications/commands/send-message.server.ts'
import type { Email } from '#features/notifications/letter.ts'
import { FORGOTTEN_EMAIL } from '../personal-data.server.ts'
import type { KnownOrder } from '../stored-order.server.ts'

/** What a buyer is told of a step: an e-mail, which is owed, and a push to browsers that want order updates. */
export type News = {
  email: Email
  push: { title: string; body: string }
  /** The occasion; a push about it leaves once. */
  onceKey: string
  /** What the push is about. */
  about?: 'order' | 'shipping'
}

/** Tells a buyer of a step, in the caller's transaction. Whoever has left is told nothing. */
export async function tellBuyer(ctx: Context, order: KnownOrder, news: News): Promise<void> {
  const { id: orderId, userId, email: to } = order
  if (to === FORGOTTEN_EMAIL) return
  await sendMessage(ctx, { to, channel: 'email', userId, ...news.email })
  const data = { type: news.about ?? 'order', orderId }
  await notify(ctx, { userId, kind: 'order_update', onceKey: news.onceKey, push: { ...news.push, data } })
}
