import { z } from 'zod'
import type { Context } from '#kernel/context.ts'
import type { PushDevice, PushPreferences } from './contract.ts'

/** Whether an id belongs to an account; false for text that is no id. */
export async function hasAccount(ctx: Context, userId: string): Promise<boolean> {
  if (!z.uuid().safeParse(userId).success) return false
  return Boolean(await ctx.db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst())
}

/** A user's preferences. Without a row: the defaults, with push off. */
export async function preferencesOf(ctx: Context, userId: string): Promise<Omit<PushPreferences, 'endpoints'>> {
  const row = await ctx.db
    .selectFrom('notification_preference')
    .select([
      'user_id',
      'push_opt_in',
      'email_opt_in',
      'giveaway_alerts',
      'order_updates',
      'promotional_offers',
      'cart_reminders',
      'time_zone',
      'updated_at',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return {
    userId,
    optIn: row?.push_opt_in ?? false,
    giveawayAlerts: row?.giveaway_alerts ?? true,
    orderUpdates: row?.order_updates ?? true,
    promotionalOffers: row?.promotional_offers ?? false,
    cartReminders: row?.cart_reminders ?? true,
    emailOptIn: row?.email_opt_in ?? true,
    timeZone: row?.time_zone ?? null,
  }
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
    .select(['id', 'endpoint', 'enabled', 'platform', 'user_agent', 'language', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(row => ({
    id: row.id,
    endpoint: row.endpoint,
    channelType: 'WEB_PUSH',
    enabled: row.enabled,
    platform: row.platform,
    userAgent: row.user_agent,
    language: row.language,
    createdAt: row.created_at.toISOString(),
  }))
}
