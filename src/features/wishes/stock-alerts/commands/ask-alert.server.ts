import { sql } from 'kysely'
import { isMailboxProven } from '#features/identity/user/queries.server.ts'
import { recordKindConsent } from '#features/notifications/commands/record-kind-consent.server.ts'
import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import { BACK_IN_STOCK_WORDING } from '#features/notifications/consents/consent-wording.ts'
import { readRecipients } from '#features/notifications/queries/recipients.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { DAY_MS } from '#kernel/values/durations.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import { networkOf } from '#platform/http/network.server.ts'
import { newId } from '#platform/values/ids.server.ts'
import { WISH_ERRORS } from '../../contract.ts'
import type { StoreProduct, WishesPorts } from '../../ports.ts'
import { ALERT_DAYS, CONFIRM_DAYS, inStock, MAX_ALERTS } from '../../rules.ts'
import { type AlertBody, type GuestAlertBody, STOCK_ALERT_ERRORS, type Thing } from '../contract.ts'
import { confirmAlertEmail } from '../emails.server.ts'
import { alertOneClick, alertPage } from '../link.server.ts'
import { isOpen, thingOf } from '../queries.server.ts'

const refuse = refusals({ ...WISH_ERRORS, ...STOCK_ALERT_ERRORS })

/** E-mails that guests have sent to one address: 5 at once, then slower, at last one in 4 hours. */
const PACE = { free: 5, firstSeconds: 10 * 60, capSeconds: 4 * 3600 }
/** Requests of guests from one network. */
const NETWORK = { points: 50, seconds: 3600 }

/**
 * Records that a user wants to be told once when a thing is back. A second request for the thing renews the first and takes its channel.
 * @throws not_in_store, is_in_stock, push_is_off, too_many_alerts; invalid_input for a variant of another product
 */
export async function askAlert(
  ctx: Context,
  ports: WishesPorts,
  { userId, channel, ...thing }: AlertBody & { userId: string },
): Promise<void> {
  await soldOutThing(ctx, ports, thing)
  await transact(ctx, async tx => {
    // Locks the user's row, under which the count is read.
    await sql`select from users where id = ${userId} for no key update`.execute(tx.db)
    const person = (await readRecipients(tx, [userId])).get(userId)
    if (!person) throw refuseAny('NotAuthorizedException')
    if (channel === 'push' && !(person.pushOptIn && person.endpoints.length > 0)) throw refuse('push_is_off')
    await requireRoom(tx, userId, thing)
    const isProven = await isMailboxProven(tx, userId)
    const now = tx.now()
    const values = { channel, user_id: userId, expires_at: new Date(+now + ALERT_DAYS * DAY_MS) }
    const asked = await tx.db
      .insertInto('stock_alert')
      .values({ ...rowOf(tx, thing, person.email.toLowerCase()), ...values, confirmed_at: now })
      .onConflict(conflict =>
        conflict
          .columns(['product_id', 'variant_id', 'email'])
          .where('sent_at', 'is', null)
          // Also takes over the user's request as a guest, after the account's mailbox is proven.
          .doUpdateSet(eb => ({ ...values, confirmed_at: eb.fn.coalesce('stock_alert.confirmed_at', eb.val(now)) }))
          .where(eb => eb.or([eb('stock_alert.user_id', '=', userId), eb.lit(isProven)])),
      )
      .returning('id')
      .executeTakeFirst()
    if (asked)
      await recordKindConsent(tx, { ...CONSENT, subjectId: userId, channel, given: true, source: 'product-page' })
  })
}

/**
 * Sends a guest the link that confirms a request. No step depends on whether the address has an account. A request that is open already gets
 * another link.
 * @throws as askAlert, and LimitExceededException
 */
export async function askAlertAsGuest(
  ctx: Context,
  ports: WishesPorts,
  { email, ...thing }: GuestAlertBody,
): Promise<void> {
  const product = await soldOutThing(ctx, ports, thing)
  await ctx.limits.spendShared('stock alert network', ctx.keyedHash(`limit ${networkOf(ctx.ip)}`), NETWORK)
  await ctx.limits.takeTurn('stock alerts', ctx.keyedHash(`pace ${email}`), PACE, ctx.now())
  await transact(ctx, async tx => {
    const { id } = await tx.db
      .insertInto('stock_alert')
      .values({
        ...rowOf(tx, thing, email),
        channel: 'email',
        expires_at: new Date(+tx.now() + CONFIRM_DAYS * DAY_MS),
      })
      .onConflict(conflict =>
        conflict
          .columns(['product_id', 'variant_id', 'email'])
          .where('sent_at', 'is', null)
          // An expired request lives again; a confirmed or a user's own keeps its time.
          .doUpdateSet({ expires_at: sql`greatest(stock_alert.expires_at, excluded.expires_at)` }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    const { name } = thingOf(thing.variantId, product)
    const to = { to: email, unsubscribeUrl: alertOneClick(tx, id) }
    await sendEmail(tx, to, confirmAlertEmail(tx, { thing: name, page: alertPage(tx, id) }))
  })
}

export const CONSENT = { kind: 'back_in_stock', wording: BACK_IN_STOCK_WORDING }

const rowOf = (ctx: DataContext, { productId, variantId }: Thing, email: string) => ({
  id: newId(),
  product_id: productId,
  variant_id: variantId,
  email,
  created_at: ctx.now(),
})

/** The product of a thing that is sold out. The job that tells shoppers reads the stock again, so that a late answer here loses nothing. */
async function soldOutThing(ctx: Context, ports: WishesPorts, { productId, variantId }: Thing): Promise<StoreProduct> {
  const product = (await ports.productsOf(ctx, [productId])).get(productId)
  if (!product || product.isSubscription) throw refuse('not_in_store')
  if (variantId && !product.variants.some(({ id }) => id === variantId))
    throw refuseAny('invalid_input', {}, { variantId: ['This variant belongs to another product.'] })
  const free = inStock(product)
  if (variantId ? free.includes(variantId) : free.length > 0) throw refuse('is_in_stock')
  return product
}

async function requireRoom(tx: TransactionContext, userId: string, { productId, variantId }: Thing): Promise<void> {
  const { others } = await tx.db
    .selectFrom('stock_alert')
    .select(({ fn }) => fn.countAll<number>().as('others'))
    .where('user_id', '=', userId)
    .where(isOpen(tx))
    .where(eb =>
      eb.not(eb.and([eb('product_id', '=', productId), eb('variant_id', 'is not distinct from', variantId)])),
    )
    .executeTakeFirstOrThrow()
  if (others >= MAX_ALERTS) throw refuse('too_many_alerts')
}
