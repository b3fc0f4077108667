import { sql } from 'kysely'
import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import { sendMessage } from '#features/notifications/commands/send-message.server.ts'
import { type Recipient, readRecipients } from '#features/notifications/queries/recipients.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import type { WishesPorts } from '../../ports.ts'
import { inStock } from '../../rules.ts'
import { backInStockEmail } from '../emails.server.ts'
import { alertOneClick, alertPage } from '../link.server.ts'
import { thingOf } from '../queries.server.ts'

/** Requests per transaction. The stock is read again before each piece. */
const PIECE = 500

/**
 * Tells all who wait for a thing that is in stock. It reads the stock, at once after a usual return and each minute, so that no way back into
 * stock is missed: staff, import, refund, closed order, a sale that starts again, a restored product.
 */
export async function tellWaiting(ctx: Context, ports: WishesPorts): Promise<void> {
  if (!ctx.settings.switches.stockAlerts) return
  for (const productId of await awaitedProducts(ctx)) {
    while (await transact(ctx, tx => tellPiece(tx, ports, productId)));
  }
}

/** Deletes what has expired: requests that were never confirmed, never met, or sent long ago. */
export async function forgetAlerts({ db, now }: Context): Promise<void> {
  await db.deleteFrom('stock_alert').where('expires_at', '<=', now()).execute()
}

/** The products with open requests. Each step of the recursion jumps to the next product, so that 10,000 requests for one are read once. */
async function awaitedProducts({ db }: Context): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive awaited as (
      (select product_id as id from stock_alert where sent_at is null and confirmed_at is not null order by product_id limit 1)
      union all
      select (select product_id from stock_alert
        where sent_at is null and confirmed_at is not null and product_id > awaited.id order by product_id limit 1)
      from awaited where awaited.id is not null
    )
    select id from awaited where id is not null`.execute(db)
  return rows.map(({ id }) => id)
}

type Claimed = { id: string; variantId: string | null; userId: string | null; email: string; channel: string }

/** Tells the next requests in the order in which they were made. @returns whether more may wait. */
async function tellPiece(tx: TransactionContext, ports: WishesPorts, productId: string): Promise<boolean> {
  const product = (await ports.productsOf(tx, [productId])).get(productId)
  const variantIds = product ? inStock(product) : []
  if (!product || variantIds.length === 0) return false
  const claimed = await claim(tx, productId, variantIds)
  const people = await readRecipients(
    tx,
    claimed.flatMap(({ userId }) => userId ?? []),
  )
  for (const alert of onceEach(claimed)) {
    const { name, path } = thingOf(alert.variantId, product)
    await tell(tx, alert, { thing: name, path: path!, person: people.get(alert.userId ?? '') })
  }
  return claimed.length >= PIECE
}

/**
 * Marks the next open requests as sent, in the transaction that writes their messages. A worker that dies before the commit leaves them
 * open; a concurrent worker waits for the rows and then skips them. The other requests of an address for the product are claimed with the
 * first, so that it gets one message.
 */
async function claim(tx: TransactionContext, productId: string, variantIds: readonly string[]): Promise<Claimed[]> {
  const isMet = sql`sent_at is null and confirmed_at is not null and expires_at > ${tx.now()} and product_id = ${productId}
    and (variant_id is null or variant_id = any(${variantIds}::uuid[]))`
  const { rows: next } = await sql<{ email: string }>`
    select email from stock_alert where ${isMet} order by created_at, id limit ${PIECE} for update`.execute(tx.db)
  if (next.length === 0) return []
  const { rows } = await sql<Claimed & { createdAt: Date }>`
    update stock_alert set sent_at = ${tx.now()} where ${isMet} and email = any(${next.map(({ email }) => email)}::text[])
    returning id, variant_id as "variantId", user_id as "userId", email, channel, created_at as "createdAt"`.execute(
    tx.db,
  )
  return rows.toSorted((a, b) => +a.createdAt - +b.createdAt || (a.id < b.id ? -1 : 1))
}

/** The first request of each user and address. */
function onceEach(claimed: readonly Claimed[]): Claimed[] {
  const seen = new Set<string>()
  return claimed.filter(({ userId, email }) => {
    const keys = [email, userId ?? email]
    const isFirst = keys.every(key => !seen.has(key))
    for (const key of keys) seen.add(key)
    return isFirst
  })
}

type Telling = { thing: string; path: string; person: Recipient | undefined }

/** Writes the message of a request. A deleted or disabled user gets none, and a push goes to the browsers that are registered now. */
async function tell(tx: TransactionContext, { id, userId, email, channel }: Claimed, { thing, path, person }: Telling) {
  if (userId && !person?.enabled) return
  const onceKey = `stock-alert:${id}`
  const owner = userId ? { userId } : {}
  if (channel === 'email') {
    const words = backInStockEmail(tx, { thing, url: `${tx.origin}${path}`, page: alertPage(tx, id) })
    const to = { to: person?.email ?? email, ...owner, onceKey, unsubscribeUrl: alertOneClick(tx, id) }
    await sendEmail(tx, to, words)
    return
  }
  const devices = person?.pushOptIn ? person.endpoints : []
  for (const endpoint of devices)
    await sendMessage(tx, {
      ...{ channel: 'push', to: endpoint, subject: `Back in stock: ${thing}`, text: 'We cannot hold one for you.' },
      ...{ data: { type: 'product', productPath: path }, ...owner, onceKey: `${onceKey}:${endpoint}` },
    })
}
