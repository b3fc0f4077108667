import { ECDH } from 'node:crypto'
import { sql } from 'kysely'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals, refuse } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import { CHOICE_NAMES, chooseKind } from '../commands/choose-emails.server.ts'
import { recordConsent } from '../commands/record-consent.server.ts'
import { sendMessage } from '../commands/send-message.server.ts'
import { readRecipients } from '../queries/recipients.server.ts'
import { EMAIL_CHOICES } from '../rules.ts'
import { type PreferencesChange, PUSH_ERRORS, type RegisterBody } from './contract.ts'
import { listPushEndpoints } from './queries.server.ts'

const refusePush = refusals(PUSH_ERRORS)

/** Maximum number of browsers per user; the oldest registration is removed. The limit also bounds the pushes of one message. */
const MOST_DEVICES = 10

/** Changes the given preferences and leaves the rest. Turning push or e-mail on or off is a consent and is recorded. */
export async function savePreferences(ctx: Context, { userId, change }: { userId: string; change: PreferencesChange }) {
  const { optIn, emailOptIn } = change
  const row = {
    giveaway_alerts: change.giveawayAlerts,
    order_updates: change.orderUpdates,
    promotional_offers: change.promotionalOffers,
    cart_reminders: change.cartReminders,
    time_zone: change.timeZone,
  }
  const given = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as Partial<
    typeof row
  >
  const saved = { ...given, updated_at: ctx.now() }
  const source = 'notification-settings'
  await transact(ctx, async tx => {
    await endEmailsOf(tx, userId, change)
    await tx.db
      .insertInto('notification_preference')
      .values({ user_id: userId, ...saved })
      .onConflict(conflict => conflict.column('user_id').doUpdateSet(saved))
      .execute()
    if (optIn !== undefined) await recordConsent(tx, { userId, channel: 'push', given: optIn, source })
    if (emailOptIn !== undefined) await recordConsent(tx, { userId, channel: 'email', given: emailOptIn, source })
  })
}

/** Switching a type off also ends its e-mails, which a link in an e-mail may have chosen. A type that was already off changes nothing. */
async function endEmailsOf(tx: TransactionContext, userId: string, change: PreferencesChange): Promise<void> {
  const off = EMAIL_CHOICES.filter(kind => change[CHOICE_NAMES[kind]] === false)
  if (off.length === 0) return
  const person = (await readRecipients(tx, [userId])).get(userId)
  for (const kind of off)
    if (person?.types[kind] && person.emailChoices[kind])
      await chooseKind(tx, { userId, kind, wanted: false, source: 'notification-settings' })
}

/**
 * Registers a browser's subscription. An endpoint is one browser profile, so it belongs to the user who registered it last. Otherwise that
 * user would read the previous user's pushes.
 * @throws invalid_input for an endpoint that is not on the public internet, or a key that is not on the curve.
 */
export async function registerEndpoint(ctx: Context, input: RegisterBody): Promise<void> {
  const { userId, subscription, deviceInfo = {} } = input
  const fault = ctx.push.faultOf(subscription.endpoint)
  if (fault) throw refuse('invalid_input', {}, { 'subscription.endpoint': [fault] })
  const p256dh = subscription.keys.p256dh.replaceAll('=', '')
  if (!isOnCurve(p256dh))
    throw refuse('invalid_input', {}, { 'subscription.keys.p256dh': ['This is not the key of a browser.'] })
  const row = {
    user_id: userId,
    p256dh,
    auth: subscription.keys.auth.replaceAll('=', ''),
    platform: deviceInfo.platform ?? '',
    user_agent: deviceInfo.userAgent ?? '',
    language: deviceInfo.language ?? '',
    enabled: true,
    created_at: ctx.now(),
  }
  await transact(ctx, async tx => {
    await tx.db
      .insertInto('push_endpoint')
      .values({ id: newId(), endpoint: new URL(subscription.endpoint).href, ...row })
      .onConflict(conflict => conflict.column('endpoint').doUpdateSet(row))
      .execute()
    await sql`delete from push_endpoint where id in (
      select id from push_endpoint where user_id = ${userId} order by created_at desc, id desc offset ${MOST_DEVICES}
    )`.execute(tx.db)
  })
}

function isOnCurve(p256dh: string): boolean {
  try {
    return Boolean(ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'base64url', 'compressed'))
  } catch {
    return false
  }
}

/** Deletes all push subscriptions of a user, so that no browser of the former user gets a push about the account. */
export const forgetPushDevices = (tx: TransactionContext, userId: string) =>
  tx.db.deleteFrom('push_endpoint').where('user_id', '=', userId).execute()

/** Removes a browser. An unknown endpoint or another user's endpoint is no error, because this user gets no pushes there either way. */
export async function unregisterEndpoint(ctx: Context, { userId, endpoint }: { userId: string; endpoint: string }) {
  await ctx.db
    .deleteFrom('push_endpoint')
    .where('user_id', '=', userId)
    .where('endpoint', '=', URL.canParse(endpoint) ? new URL(endpoint).href : endpoint)
    .execute()
}

/**
 * Sends a test push to every browser of a user. A browser whose last test still waits is skipped: otherwise tests would pile up at an
 * address that never answers, and each is tried for a day.
 * @throws no_push_device when there is none.
 */
export async function sendTestPush(ctx: Context, input: { userId: string; title: string; body: string }) {
  const { userId, title, body } = input
  const endpoints = await listPushEndpoints(ctx, userId)
  if (endpoints.length === 0) throw refusePush('no_push_device')
  const ids = endpoints.map(({ id }) => id)
  const waiting = await ctx.db
    .selectFrom('message')
    .select('recipient')
    .where('recipient', 'in', ids)
    .where('state', '=', 'waiting')
    .where('kind', 'is', null)
    .execute()
  const busy = new Set(waiting.map(({ recipient }) => recipient))
  for (const id of ids.filter(each => !busy.has(each)))
    await sendMessage(ctx, { channel: 'push', to: id, subject: title, text: body, data: {}, userId })
}
