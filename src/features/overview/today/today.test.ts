import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { disputingIn } from '#features/disputes/testing/disputing.ts'
import { tendDraws } from '#features/draws/commands/tend-draws.server.ts'
import { REFUND_CARDS } from '#features/orders/testing/staffing.ts'
import { secondPersonOf } from '#features/proposals/testing/second-person.ts'
import { reviewingIn } from '#features/reviews/testing/reviewing.ts'
import { processWinnerDeadlines } from '#features/winners/commands/process-winner-deadlines.server.ts'
import type { Role } from '#kernel/rights.ts'
import { newId } from '#platform/values/ids.server.ts'
import type { Today, Work } from '../contract.ts'
import type { WorkKind } from '../rules.ts'

const DAY = 86_400_000
const HOME = { name: 'Sam Porter', line1: '1 Fort Street', city: 'Provo', state: 'UT', postalCode: '84601' }

const made: Partial<Record<WorkKind, string>> = {}

const todayOf = async (as: TestUser): Promise<Today> => (await shop.call('/api/admin/today', { as })).json
const today = () => todayOf(bank.admin)
const found = async (kind: WorkKind): Promise<Work> => (await today()).work.find(work => work.kind === kind)!
const sqlOf = (text: string, ...values: unknown[]) => shop.services.pool.query(text, values)

/** Work that is days old. */
async function longAgo() {
  const writer = await shop.addUser({ name: 'Casey Writer' })
  const text = { subject: 'Where is it?', message: 'A week, and nothing.' }
  made.overdue_tickets = (await shop.call('/api/support/tickets', { as: writer, json: text })).json.id
  const other = await shop.addUser({ name: 'Quinn Asker' })
  made.overdue_inquiries = (await shop.call('/api/support/inquiries', { as: other, json: text })).json.id
  const entrant = await shop.addUser({ name: 'Riley Marsh', credits: { Gold: 9 } })
  const inOneDay = new Date(+shop.clock.now() + DAY).toISOString()
  for (const [title, end] of [
    ['Silent Kit', null],
    ['Answered Kit', null],
    ['Ending Kit', inOneDay],
  ] as const) {
    const id = await bank.giveaway(title, end)
    await bank.enter(entrant, id, [3])
    if (end) made.draws = id
    else await bank.draw(id, title)
  }
  // The notices leave, and then count as sent.
  for (let run = 0; run < 2; run++) {
    await shop.settleJobs()
    await processWinnerDeadlines(shop.system)
  }
  await shop.settleJobs()
}

/** The clock goes on, and the tokens of staff would have ended. */
async function fiveDaysLater() {
  shop.clock.advance(5 * DAY)
  Object.assign(bank.admin, await shop.addUser({ admin: true, name: 'Robin Keeper' }))
}

async function winners() {
  await tendDraws(shop.system)
  const { rows } = await sqlOf(
    'select w.id, g.title from winner w join giveaway g on g.id = w.giveaway_id order by g.title desc',
  )
  made.winner_answers = rows[0].id
  made.winner_tasks = rows[1].id
  await confirmed(await bank.staff(`winners/${made.winner_tasks}/accept`, { shipTo: HOME, reason: 'By phone' }))
}

/** An answer that another owner proposes. */
async function proposals() {
  const other = await shop.addUser({ admin: true })
  const answered = (id: string, as: TestUser) =>
    shop.call(`/api/admin/winners/${id}/accept`, { as, json: { shipTo: HOME, reason: 'By phone' } })
  made.proposals = proposedBy(await answered(made.winner_answers!, other))
}

async function orders() {
  made.orders_to_pack = (await bank.paidOrder([{}])).id
  shop.clock.advance(1000)
  await bank.paidOrder([{}])
  made.cancel_requests = (await bank.paidOrder([{}])).id
  await sqlOf('update customer_order set cancel_asked_at = paid_at where id = $1', made.cancel_requests)
  made.disputes = (await bank.paidOrder([{}])).id
  await bank.disputed(made.disputes)
  made.failed_refunds = (await bank.paidOrder([{}], { card: REFUND_CARDS.fails })).id
  await bank.staff(`orders/${made.failed_refunds}/refunds`, { reason: 'Sent back' })
  await shop.settleJobs()
  shop.clock.advance(11_000)
  await shop.paymentProvider.sandbox!.runDue()
  expect((await bank.deliver(await bank.newestWebhook('refund.failed'))).status).toBe(200)
  const payer = await shop.addUser()
  const { session } = await bank.paidCheckout(payer)
  await sqlOf(
    'update customer_order set shipping_cents = shipping_cents + 100, total_cents = total_cents + 100 where id = $1',
    session.orderId,
  )
  await bank.verify(payer, session.id)
  made.held_orders = session.orderId
}

/** A draw of 75 days ago, whose winners' list for Florida was due after 60 days. */
async function oldDraw() {
  const { rows } = await sqlOf("select id from giveaway where title = 'Answered Kit'")
  made.legal_duties = rows[0].id
  await sqlOf('update giveaway set value_cents = 600000 where id = $1', made.legal_duties)
  // Draws are append-only for all other writers.
  await sqlOf(`begin; set local session_replication_role = replica;
    update draw set drawn_at = drawn_at - interval '70 days' where giveaway_id = '${made.legal_duties}'; commit`)
}

/** @returns the winner's id. */
async function toldStory(): Promise<string> {
  const { rows } = await shop.services.pool.query<{ id: string }>(
    `insert into winner_story (id, winner_id, name, words, written_at)
     select $1, id, 'Sam P.', 'I won.', $2 from winner order by id limit 1 returning winner_id as id`,
    [newId(), shop.clock.now()],
  )
  return rows[0]!.id
}

async function goodsAndWords() {
  const now = shop.clock.now()
  made.discrepancies = newId()
  await sqlOf(
    `insert into discrepancy (id, kind, subject, provider_id, ours, theirs, first_seen_at, last_seen_at)
     values ($1, 'charge_unknown', 'pi_x', 'pi_x', 'nothing', '$1.00', $2, $2)`,
    made.discrepancies,
    now,
  )
  made.low_stock = (await bank.addProduct({ name: 'Boonie', stock: [0, 0] })).id
  await bank.addProduct({ name: 'Coyote Pack', stock: [3, 50] })
  await bank.addProduct({ name: 'Plenty', stock: [50] })
  const reviewing = await reviewingIn(shop)
  const { buyer, product } = await reviewing.bought({ name: 'Plenty of reviews' })
  made.reviews = (await reviewing.write(buyer, product.id)).json.id
  made.winner_stories = await toldStory()
  const kit = await shop.call('/api/giveaways', {
    as: bank.admin,
    json: { title: 'Night Kit', description: 'Goods.', value: 5000, startDate: new Date(+now - DAY).toISOString() },
  })
  const card = { name: 'Ada Post', address: '12 Main Street\nProvo, UT 84601' }
  const typed = await shop.call(`/api/admin/giveaways/${kit.json.id}/private-entries`, { as: bank.admin, json: card })
  expect(typed.status, typed.text).toBe(200)
  made.cards = kit.json.id
}

const shop = await testShop({ connections: 16 })
const bank = await disputingIn(shop)
const { confirmed, proposedBy } = secondPersonOf(shop)
// The answer before there was any work.
const idle = await today()
await longAgo()
await fiveDaysLater()
await winners()
await proposals()
await orders()
await goodsAndWords()
await oldDraw()
await shop.settleJobs()

describe('the work of today', () => {
  it('is empty in a shop where nothing waits [B-13.85]', () => {
    expect(idle).toEqual({ work: [], limit: 100 })
  })

  it('has every kind with its first records, most urgent kinds first [B-13.85] [B-13.86] [B-26.17]', async () => {
    const { work } = await today()
    expect(work.map(({ kind, urgency }) => `${urgency} ${kind}`)).toEqual([
      'now failed_refunds',
      'now held_orders',
      'now overdue_tickets',
      'now overdue_inquiries',
      'now discrepancies',
      'now legal_duties',
      'soon winner_answers',
      'soon draws',
      'soon winner_tasks',
      'soon disputes',
      'later cancel_requests',
      'later orders_to_pack',
      'later proposals',
      'later cards',
      'later reviews',
      'later winner_stories',
      'later low_stock',
    ])
    for (const { kind, items } of work) expect([kind, items[0]!.recordId ?? items[0]!.id]).toEqual([kind, made[kind]])
    for (const { dueAt, urgency } of work)
      if (dueAt) expect(+new Date(dueAt) <= +shop.clock.now()).toBe(urgency === 'now')
  })

  it('names up to three records, with the longest waiting first, and says since when or until when [B-13.85]', async () => {
    const pack = await found('orders_to_pack')
    expect(pack).toMatchObject({ count: 2, dueAt: null, since: pack.items[0]!.since })
    expect(pack.items.map(({ since }) => since)).toEqual(pack.items.map(({ since }) => since).toSorted())
    const { items, dueAt } = await found('overdue_tickets')
    expect(items).toMatchObject([{ name: 'Where is it?', note: 'Casey Writer', dueAt, since: null }])
    expect((await found('disputes')).dueAt).toMatch(/T/)
    expect((await found('failed_refunds')).items[0]!.name).toMatch(/^RD-\d+$/)
  })

  it('counts to 100 and names three of many [B-13.85]', async () => {
    const writer = await shop.addUser()
    await sqlOf(
      `insert into support_ticket (id, type, user_id, subject, message, priority, status, created_at, updated_at, answer_due_at)
       select uuidv7(), 'support', $1, 'Number ' || n, 'Words', 'medium', 'open', $2, $2, $2 from generate_series(1, 120) n`,
      writer.userId,
      new Date(+shop.clock.now() - DAY / 2),
    )
    const { count, items } = await found('overdue_tickets')
    expect([count, items.length, items[0]!.id]).toEqual([100, 3, made.overdue_tickets])
    await sqlOf('delete from support_ticket where user_id = $1', writer.userId)
  })

  it('low stock has the products of the filter, sold-out ones first [B-13.85]', async () => {
    const { count, items } = await found('low_stock')
    const { json } = await bank.staff('products?stock=low&limit=100')
    expect(count).toBe(json.total)
    const notes = items.map(({ name, note }) => `${name}: ${note}`)
    expect(notes.slice(0, 2)).toEqual(['Boonie: Sold out', 'Coyote Pack: 3 left of a variant'])
  })

  it('shows each role the work that it may do, and reads nothing else [B-13.87]', async () => {
    const kindsOf = async (role: Role) => (await todayOf(await shop.addUser({ role }))).work.map(({ kind }) => kind)
    expect(await kindsOf('fulfilment')).toEqual(['winner_answers', 'winner_tasks', 'orders_to_pack', 'proposals'])
    expect(await kindsOf('support')).toEqual([
      ...['overdue_tickets', 'overdue_inquiries', 'draws', 'reviews', 'winner_stories'],
    ])
    expect(await kindsOf('draw-officer')).toEqual(['winner_answers', 'draws', 'winner_tasks', 'proposals', 'cards'])
    expect((await shop.call('/api/admin/today', { as: await shop.addUser() })).status).toBe(403)
    // A query without the right would fail here.
    await sqlOf('alter table refund rename to refund_away')
    await sqlOf('alter table discrepancy rename to discrepancy_away')
    try {
      expect(await kindsOf('fulfilment')).toHaveLength(4)
    } finally {
      await sqlOf('alter table refund_away rename to refund')
      await sqlOf('alter table discrepancy_away rename to discrepancy')
    }
  })

  it('loses a failed refund once it is tried again, however often the press arrives at once [B-13.88]', async () => {
    const { items } = await found('failed_refunds')
    const tries = await Promise.all(
      Array.from({ length: 8 }, () =>
        shop.call(`/api/admin/refunds/${items[0]!.id}/retry`, { as: bank.admin, method: 'POST' }),
      ),
    )
    expect(tries.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    await bank.expectAudited()
    expect(await found('failed_refunds')).toBeUndefined()
  })
})
