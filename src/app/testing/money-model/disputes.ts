import { commitmentOf } from '@redoubt/draw/round/order.ts'
import fc from 'fast-check'
import { readDispute } from '#features/disputes/commands/read-dispute.server.ts'
import { storeSeeds } from '#features/draw-log/tree/commands/giveaway-seeds.server.ts'
import { selectWinner } from '#features/draws/commands/select-winner.server.ts'
import { enterGiveaway } from '#features/giveaways/entries/commands/enter-giveaway.server.ts'
import { startCheckout } from '#features/orders/checkout/commands/start-checkout.server.ts'
import { CheckoutBody } from '#features/orders/checkout/contract.ts'
import { packOrder, shipOrder } from '#features/orders/fulfilment/commands/send-order.server.ts'
import { settle } from '#features/orders/payment/commands/settle.server.ts'
import { cancelByStaff } from '#features/orders/refunds/commands/cancel-by-staff.server.ts'
import { refundOrder } from '#features/orders/refunds/commands/refund-order.server.ts'
import { sendRefund } from '#features/orders/refunds/commands/send-refund.server.ts'
import { payingIn } from '#features/orders/testing/paying.ts'
import { handlePaymentEvent, receivePaymentEvent } from '#features/orders/webhooks/commands/payment-events.server.ts'
import type { Context } from '#kernel/context.ts'
import { Refusal } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import { ordersPorts } from '../../ports.server.ts'
import { signatureOf } from './signature.ts'
import type { Shop } from './world.ts'

const SPENT = ['balance', 'entries', 'keep'] as const
const at = fc.nat(7)

/** One step of a shop with disputed payments. `order`, `dispute` and `user` count from the newest. */
export const DISPUTE_STEPS = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('buy' as const),
      user: fc.nat(1),
      pieces: fc.integer({ min: 1, max: 3 }),
      isSettled: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('dispute' as const),
      order: at,
      percent: fc.constantFrom(100, 100, 60, 25),
      isInquiry: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      dispute: at,
      outcome: fc.constantFrom('won', 'lost', 'escalated'),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('hear' as const),
      count: fc.integer({ min: 1, max: 8 }),
      copies: fc.integer({ min: 1, max: 3 }),
      seed: fc.nat(1_000_000),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('enter' as const), user: fc.nat(1), count: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      order: at,
      spentCredits: fc.constantFrom(...SPENT),
      isWhole: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('pack' as const, 'ship' as const, 'cancel' as const), order: at }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('draw' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('send' as const) }) },
)
export type DisputeStep = typeof DISPUTE_STEPS extends fc.Arbitrary<infer Step> ? Step : never

/** Two shoppers, a product that earns three Gold credits per unit, and a Gold giveaway that is drawn and created again. */
export type DisputeWorld = {
  shop: Shop
  staff: Context
  users: { id: string; ctx: Context }[]
  item: { productId: string; variantId: string }
  giveawayId: string
  orders: string[]
  disputes: string[]
}

export async function makeDisputeWorld(shop: Shop, staff: Context): Promise<DisputeWorld> {
  const { item } = await payingIn(shop).addProduct({ tier: 'Gold', entries: 3, stock: [100_000] })
  const users = await Promise.all(
    [0, 1].map(async () => {
      const { userId: id, email } = await shop.addUser()
      const actor = { userId: id, email, name: 'Sam Porter', isAdmin: false, role: null, isSubscriber: false }
      return { id, ctx: { ...shop.system, actor } }
    }),
  )
  return { shop, staff, users, item, giveawayId: await addGiveaway(shop), orders: [], disputes: [] }
}

async function addGiveaway({ services, clock, system }: Shop): Promise<string> {
  const id = newId()
  const seed = 'b'.repeat(64)
  const yesterday = new Date(+clock.now() - 24 * 3600_000)
  const [times, texts] = [
    { starts_at: yesterday, early_access_at: yesterday },
    { slug: id, title: 'Field Kit', description: 'Eight goods in one box.', tier: 'Gold' as const, category: 'Gold' },
  ]
  const numbers = { value_cents: 10_000, total_slots: 400, entry_limit: 50, commitment: commitmentOf(id, seed) }
  await services.db
    .insertInto('giveaway')
    .values({ id, ...times, ...texts, ...numbers })
    .execute()
  await storeSeeds(system, [{ giveawayId: id, seed }])
  return id
}

/** A refusal is a valid outcome; any other error fails the test. */
async function unlessRefused(act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

/** Executes a step. @returns the number of processed dispute events. */
export async function takeStep(world: DisputeWorld, step: DisputeStep): Promise<number> {
  world.shop.clock.advance(1000)
  switch (step.do) {
    case 'buy':
      await buy(world, step)
      return 0
    case 'dispute':
      await dispute(world, step)
      return 0
    case 'decide': {
      const id = world.disputes.at(-1 - step.dispute)
      if (id) await atBank(world, `/${id}`, { outcome: step.outcome })
      return 0
    }
    case 'hear':
      return hear(world, step)
    case 'enter': {
      const { id: userId, ctx } = world.users[step.user]!
      await unlessRefused(() => enterGiveaway(ctx, { giveawayId: world.giveawayId, userId, pick: step.count }))
      return 0
    }
    case 'draw':
      await unlessRefused(async () => {
        const early = { title: 'Field Kit', reason: 'A test' }
        await selectWinner(world.shop.system, { giveawayId: world.giveawayId, method: 'random', ...early })
        world.giveawayId = await addGiveaway(world.shop)
      })
      return 0
    case 'send':
      await sendRefunds(world)
      return 0
    default:
      await onOrder(world, step)
      return 0
  }
}

async function buy({ shop, users, item, orders }: DisputeWorld, step: Extract<DisputeStep, { do: 'buy' }>) {
  await unlessRefused(async () => {
    const body = CheckoutBody.parse({ items: [{ ...item, quantity: step.pieces }] })
    const { orderId, url } = await startCheckout(users[step.user]!.ctx, body)
    await payingIn(shop).pay(url)
    // Without this the shop first hears of the payment through its dispute.
    if (step.isSettled) await settle(shop.system, orderId)
    orders.push(orderId)
  })
}

async function atBank({ shop }: DisputeWorld, path: string, json: object): Promise<{ id: string } | undefined> {
  const url = `http://shop.test/dev/stripe/dispute${path}`
  const headers = { 'content-type': 'application/json' }
  const request = new Request(url, { method: 'POST', body: JSON.stringify(json), headers })
  const answer = await shop.paymentProvider.sandbox!.app.fetch(request)
  return answer.ok ? ((await answer.json()) as { id: string }) : undefined
}

async function dispute(world: DisputeWorld, step: Extract<DisputeStep, { do: 'dispute' }>) {
  const { rows } = await world.shop.services.pool.query<{ id: string; amount: number; disputed: number }>(
    `select i.id, (i.data->>'amount')::int as amount, coalesce((select sum((d.data->>'amount')::int)::int
       from stripe_sandbox.object d where d.kind = 'dispute' and d.refs @> array[i.id]), 0) as disputed
     from customer_order o join stripe_sandbox.object s on s.id = o.session_id
     join stripe_sandbox.object i on i.id = s.data->>'payment_intent' where o.id = $1`,
    [world.orders.at(-1 - step.order) ?? null],
  )
  const payment = rows[0]
  if (!payment) return
  // Banks do not dispute more than the payment.
  const amount = Math.min(Math.ceil((payment.amount * step.percent) / 100), payment.amount - payment.disputed)
  if (amount < 1) return
  const opened = await atBank(world, '', { payment_intent: payment.id, amount, inquiry: step.isInquiry })
  if (opened) world.disputes.push(opened.id)
}

/** Delivers some events of this world's disputes, including old ones, with copies, in any order and concurrently. */
async function hear(world: DisputeWorld, { count, copies, seed }: Extract<DisputeStep, { do: 'hear' }>) {
  if (world.disputes.length === 0) return 0
  const { shop, disputes } = world
  const { rows } = await shop.services.pool.query<{ id: string; payload: string; object: string }>(
    `select id, payload, payload::jsonb #>> '{data,object,id}' as object from stripe_sandbox.event
     where type like 'charge.dispute.%' and payload::jsonb #>> '{data,object,id}' = any($1)
     order by hashtext(id || $2) limit $3`,
    [disputes, String(seed), count],
  )
  const events = Array.from({ length: copies }, () => rows).flat()
  await Promise.all(
    events.map(async ({ id, payload, object }) => {
      const headerOf = () => signatureOf(payload, shop.clock.now())
      await receivePaymentEvent(shop.system, 'stripe', {
        readBody: async function* () {
          yield Buffer.from(payload)
        },
        headerOf,
      })
      await handlePaymentEvent(shop.system, id)
      await readDispute(shop.system, object)
    }),
  )
  return events.length
}

/** Reads every dispute of the world once. @returns the number of disputes. */
export async function hearAll({ shop, disputes }: DisputeWorld): Promise<number> {
  for (const id of disputes) await readDispute(shop.system, id)
  return disputes.length
}

export async function sendRefunds({ shop, users }: DisputeWorld): Promise<void> {
  const { rows } = await shop.services.pool.query<{ id: string }>(
    `select r.id from refund r join customer_order o on o.id = r.order_id
     where r.status = 'requested' and o.user_id = any($1)`,
    [users.map(({ id }) => id)],
  )
  await Promise.all(rows.flatMap(({ id }) => [sendRefund(shop.system, id), sendRefund(shop.system, id)]))
}

type OrderStep = RefundStep | Extract<DisputeStep, { do: 'pack' | 'ship' | 'cancel' }>

async function onOrder({ staff, orders }: DisputeWorld, step: OrderStep): Promise<void> {
  const id = orders.at(-1 - step.order)
  if (!id) return
  if (step.do === 'refund') return refund(staff, id, step)
  if (step.do === 'pack') return unlessRefused(() => packOrder(staff, id))
  if (step.do === 'ship') return unlessRefused(() => shipOrder(staff, id, { carrier: 'UPS' }))
  return unlessRefused(() => cancelByStaff(staff, ordersPorts, id, { reason: 'A test', spentCredits: 'balance' }))
}

type RefundStep = Extract<DisputeStep, { isWhole: boolean }>

const refund = (staff: Context, id: string, { spentCredits, isWhole }: RefundStep): Promise<void> =>
  unlessRefused(() => {
    const lines = isWhole ? undefined : [{ position: 0, quantity: 1 }]
    return refundOrder(staff, ordersPorts, id, { lines, reason: 'A test', spentCredits, restock: true })
  })
