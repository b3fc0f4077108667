import { z } from 'zod'
import type { Context } from '#kernel/context.ts'
import { DEFAULT_PREFERENCES } from '../rules.ts'
import type { PushDevice, PushPreferences } from './contract.ts'

/** Whether an id belongs to an account; false for text that is no id. */
export async function hasAccount(ctx: Context, userId: string): Promise<boolean> {
  if (!z.uuid().safeParse(userId).success) return false
  return Boolean(await ctx.db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst())
}

/** A user's preferences. */
export async function readPreferences(ctx: Context, userId: string): Promise<Omit<PushPreferences, 'endpoints'>> {
  const [user, row] = await Promise.all([
    ctx.db.selectFrom('users').select('push_consent as optIn').where('id', '=', userId).executeTakeFirst(),
    ctx.db
      .selectFrom('notification_preference')
      .select(['email_opt_in as emailOptIn', 'giveaway_alerts as giveawayAlerts', 'order_updates as orderUpdates'])
      .select(['promotional_offers as promotionalOffers', 'cart_reminders as cartReminders', 'time_zone as timeZone'])
      .where('user_id', '=', userId)
      .executeTakeFirst(),
  ])
  return { userId, ...DEFAULT_PREFERENCES, ...row, ...user }
}

/** The enabled browsers of a user; `id` is the `to` of a push in `sendMessage`. */
export async function listPushEndpoints(ctx: Context, userId: string): Promise<{ id: string }[]> {
  return ctx.db
    .selectFrom('push_endpoint')
    .select('id')
    .where('user_id', '=', userId)
    .where('enabled', '=', true)
    .orderBy('id')
    .execute()
}

/** All browsers of a user, newest first, disabled ones included. */
export async function listPushDevices(ctx: Context, userId: string): Promise<PushDevice[]> {
  const rows = await ctx.db
    .selectFrom('push_endpoint')
    .select(['id', 'endpoint', 'enabled', 'platform', 'user_agent as userAgent', 'language', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ created_at, ...row }) => ({
    ...row,
    channelType: 'WEB_PUSH',
    createdAt: created_at.toISOString(),
  }))
}
