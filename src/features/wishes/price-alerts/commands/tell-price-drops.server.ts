import { sql } from 'kysely'
import { priceInWords, shownPrice } from '#features/cart/prices/shown-price.ts'
import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import { sendMessage } from '#features/notifications/commands/send-message.server.ts'
import { type Recipient, readRecipients } from '#features/notifications/queries/recipients.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { DAY_MS } from '#kernel/values/durations.ts'
import { type Cents, formatMoney, toDollars } from '#kernel/values/money.ts'
import type { StoreProduct, WishesPorts } from '../../ports.ts'
import { inStock } from '../../rules.ts'
import { thingOf } from '../../stock-alerts/queries.server.ts'
import { priceDropEmail } from '../emails.server.ts'
import { priceOneClick, pricePage } from '../link.server.ts'

/** Notices per transaction. The price is read again before each piece. */
const PIECE = 500
/** Products whose prices are compared in one statement. */
const COMPARED = 500
/** A user gets at most one notice about a product in this time. */
const PAUSE_MS = DAY_MS

/** Tells the users who follow a price that dropped. It reads the prices, so that no way to change one is missed: editor, bulk edit, import. */
export async function tellPriceDrops(ctx: Context, ports: WishesPorts): Promise<void> {
  for (const productId of await changedProducts(ctx, ports))
    while (await transact(ctx, tx => tellPiece(tx, ports, productId)));
}

/** The followed products whose price is another than the one last known to a user. */
async function changedProducts(ctx: Context, ports: WishesPorts): Promise<string[]> {
  const { rows: followed } = await sql<{ id: string }>`
    select distinct product_id as id from price_alert order by 1`.execute(ctx.db)
  const changed: string[] = []
  for (let at = 0; at < followed.length; at += COMPARED) {
    const ids = followed.slice(at, at + COMPARED).map(({ id }) => id)
    const products = [...(await ports.productsOf(ctx, ids))]
    const { rows } = await sql<{ id: string }>`
      select distinct a.product_id as id from price_alert a
      join wish w on w.user_id = a.user_id and w.product_id = a.product_id
      join unnest(${products.map(([id]) => id)}::uuid[], ${products.map(([, { paidCents }]) => paidCents)}::int[]) p (id, cents)
        on p.id = a.product_id
      left join ${ownPrices(products.flatMap(([, { variants }]) => variants))} on v.id = w.variant_id
      where a.price_cents <> coalesce(v.cents, p.cents)`.execute(ctx.db)
    changed.push(...rows.map(({ id }) => id))
  }
  return changed
}

/** The variants with a price of their own. */
function ownPrices(variants: StoreProduct['variants']) {
  const own = variants.filter(({ priceCents }) => priceCents !== null)
  return sql`unnest(${own.map(({ id }) => id)}::uuid[], ${own.map(({ priceCents }) => priceCents!)}::int[]) v (id, cents)`
}

type Claimed = { userId: string; channel: string; variantId: string | null; before: Cents; now: Cents }

/** Tells the next users of a product. @returns whether more may wait. */
async function tellPiece(tx: TransactionContext, ports: WishesPorts, productId: string): Promise<boolean> {
  const product = (await ports.productsOf(tx, [productId])).get(productId)
  if (!product) return false
  await followRise(tx, productId, product)
  const claimed = await claim(tx, productId, product)
  const people = await readRecipients(
    tx,
    claimed.map(({ userId }) => userId),
  )
  for (const drop of claimed) {
    const person = people.get(drop.userId)
    if (person?.enabled) await tell(tx, { productId, product, person, ...drop })
  }
  return claimed.length >= PIECE
}

/** A price that rose is the one from which the next drop counts. */
async function followRise(tx: TransactionContext, productId: string, { paidCents, variants }: StoreProduct) {
  await sql`
    with risen as (
      select a.user_id, coalesce(v.cents, ${paidCents}::int) as cents from price_alert a
      join wish w on w.user_id = a.user_id and w.product_id = a.product_id
      left join ${ownPrices(variants)} on v.id = w.variant_id
      where a.product_id = ${productId} and a.price_cents < coalesce(v.cents, ${paidCents}::int)
      order by a.user_id for update of a
    )
    update price_alert a set price_cents = risen.cents from risen
    where a.user_id = risen.user_id and a.product_id = ${productId}`.execute(tx.db)
}

/**
 * Writes the lower price into the next rows, in the transaction that writes their messages. A worker that dies before the commit leaves them
 * as they were; a concurrent worker waits for the rows and then skips them. What is sold out waits until it can be bought.
 */
async function claim(tx: TransactionContext, productId: string, product: StoreProduct): Promise<Claimed[]> {
  const { paidCents, variants } = product
  const buyable = inStock(product)
  if (buyable.length === 0) return []
  const { rows } = await sql<Claimed>`
    select a.user_id as "userId", a.channel, w.variant_id as "variantId", a.price_cents as before,
      coalesce(v.cents, ${paidCents}::int) as now
    from price_alert a
    join wish w on w.user_id = a.user_id and w.product_id = a.product_id
    left join ${ownPrices(variants)} on v.id = w.variant_id
    where a.product_id = ${productId} and a.price_cents > coalesce(v.cents, ${paidCents}::int)
      and (a.noticed_at is null or a.noticed_at <= ${new Date(+tx.now() - PAUSE_MS)})
      and (w.variant_id is null or w.variant_id = any(${buyable}::uuid[]))
    order by a.user_id limit ${PIECE} for update of a`.execute(tx.db)
  if (rows.length === 0) return []
  const { numAffectedRows } = await sql`
    update price_alert a set price_cents = told.cents, noticed_at = ${tx.now()}
    from unnest(${rows.map(({ userId }) => userId)}::uuid[], ${rows.map(({ now }) => now)}::int[]) told (user_id, cents)
    where a.user_id = told.user_id and a.product_id = ${productId}`.execute(tx.db)
  if (numAffectedRows !== BigInt(rows.length)) throw new Error(`price alerts of ${productId} changed under their lock`)
  return rows
}

type Telling = Omit<Claimed, 'userId'> & { productId: string; product: StoreProduct; person: Recipient }

/**
 * Writes the message of a drop. A push goes to the browsers that are registered now. Who turned all e-mails off gets none: the notices
 * come again and again, unlike the one message of a stock alert.
 */
async function tell(tx: TransactionContext, { productId, product, person, channel, variantId, ...prices }: Telling) {
  const { userId } = person
  const item = (cents: Cents) => ({ price: toDollars(cents), salesPrice: null, isSubscription: false })
  const [now, before] = [prices.now, prices.before].map(cents =>
    formatMoney(shownPrice(item(cents), tx.settings).cents),
  ) as [string, string]
  const { name: thing, path } = thingOf(variantId, product)
  const onceKey = `price-drop:${userId}:${productId}:${tx.now().toISOString()}`
  if (channel === 'email') {
    if (!person.emailOptIn) return
    const of = { userId, productId }
    const nowWithFee = priceInWords(item(prices.now), tx.settings)
    const words = { thing, now, nowWithFee, before, url: `${tx.origin}${path}`, page: pricePage(tx, of) }
    const to = { to: person.email, userId, onceKey, unsubscribeUrl: priceOneClick(tx, of) }
    await sendEmail(tx, to, priceDropEmail(tx, words))
    return
  }
  for (const endpoint of person.pushOptIn ? person.endpoints : [])
    await sendMessage(tx, {
      ...{ channel: 'push', to: endpoint, subject: `${thing} now costs ${now}`, text: `It was ${before}.` },
      ...{ data: { type: 'product', productPath: path! }, userId, onceKey: `${onceKey}:${endpoint}` },
    })
}
