import { afterEach, describe, expect, it } from 'vitest'
import { openTestShop, testShop } from '#app/testing/shop.ts'
import { few } from '#app/testing/suites/again.ts'
import { reviewingIn } from '../testing/reviewing.ts'

const shop = await testShop({ connections: 24 })
const reviewing = await reviewingIn(shop)
afterEach(() => reviewing.expectSumsRight())

const report = (as: Parameters<typeof reviewing.write>[0], id: string, reason = 'An insult.') =>
  shop.call(`/api/reviews/${id}/report`, { as, json: { reason } })
const rowOf = async (status: string, id: string) =>
  (await reviewing.queue(status)).find((review: { id: string }) => review.id === id)

describe('staff', () => {
  it('read the queue oldest first, approve, reject with a reason, and leave audit entries [B-14.5]', async () => {
    const first = await reviewing.bought({ name: 'Queue Pack' })
    const second = await reviewing.bought()
    const one = (await reviewing.write(first.buyer, first.product.id)).json
    shop.clock.advance(60_000)
    const two = (await reviewing.write(second.buyer, second.product.id)).json
    const ids = (await reviewing.queue()).map((review: { id: string }) => review.id)
    expect(ids.indexOf(one.id)).toBeLessThan(ids.indexOf(two.id))
    expect(await rowOf('pending', one.id)).toMatchObject({
      product: { id: first.product.id, name: 'Queue Pack' },
      writer: { id: first.buyer.userId, name: 'Sam Porter' },
    })

    expect((await reviewing.approve(one.id)).json).toMatchObject({ status: 'published' })
    expect((await reviewing.staff(`reviews/${two.id}/reject`, { version: 1 })).json.errors.reason).toHaveLength(1)
    expect((await reviewing.reject(two.id, 'It names a private address.')).json.status).toBe('rejected')
    expect(await reviewing.mine(second.buyer, second.product.id)).toMatchObject({
      review: { status: 'rejected', rejectionReason: 'It names a private address.' },
    })
    expect(await reviewing.listed(second.product.id)).toMatchObject({ reviews: [] })
    // The writer mends it, and it waits again without the reason.
    expect((await reviewing.change(second.buyer, two.id, { body: 'Without the address.' })).json).toMatchObject({
      status: 'pending',
      rejectionReason: null,
    })
    const { rows } = await shop.services.pool.query(
      `select action, subject_label as label, reason from audit_log where subject_type = 'review' order by at, id`,
    )
    expect(rows).toEqual(
      expect.arrayContaining([
        { action: 'approved', label: 'Review of Queue Pack', reason: null },
        expect.objectContaining({ action: 'rejected', reason: 'It names a private address.' }),
      ]),
    )
    expect((await reviewing.staff(`reviews/${crypto.randomUUID()}/approve`, { version: 1 })).status).toBe(404)
  })

  it('decide about the wording that they read, not about an edit in between [B-14.5]', async () => {
    const { product, buyer } = await reviewing.bought()
    const { id } = (await reviewing.write(buyer, product.id)).json
    const { version } = await rowOf('pending', id)
    await reviewing.change(buyer, id, { body: 'Buy at my own shop instead.' })
    const late = await reviewing.approve(id, version)
    expect([late.status, late.json.code]).toEqual([409, 'version_conflict'])
    expect(await reviewing.listed(product.id)).toMatchObject({ reviews: [] })
    const both = await Promise.all([
      reviewing.approve(id, version + 1),
      reviewing.reject(id, 'Advertising.', version + 1),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('answer a review in the name of the shop, change the answer and remove it [B-14.5]', async () => {
    const { id, product } = await reviewing.published()
    const answer = (json?: object) =>
      shop.call(`/api/admin/reviews/${id}/answer`, {
        as: reviewing.admin,
        method: json ? 'PUT' : 'DELETE',
        ...(json && { json }),
      })
    expect((await answer({ answer: ' Thank you. \nA new strap is on its way. ' })).status).toBe(200)
    const date = shop.clock.now().toISOString()
    const text = 'Thank you. \nA new strap is on its way.'
    expect((await reviewing.listed(product.id)).reviews[0].answer).toEqual({ text, date })
    expect((await answer({ answer: '' })).json.errors.answer).toEqual(['Answer is required'])
    expect((await answer()).status).toBe(200)
    expect((await reviewing.listed(product.id)).reviews[0].answer).toBeNull()
  })

  it('need the right reviews.moderate, which owners, managers and support have [B-14.5]', async () => {
    const allowed = await Promise.all(
      (['owner', 'manager', 'support', 'fulfilment', 'draw-officer'] as const).map(async role => {
        const as = await shop.addUser({ role })
        return (await shop.call('/api/admin/reviews', { as })).status
      }),
    )
    expect(allowed).toEqual([200, 200, 200, 403, 403])
  })
})

describe('readers', () => {
  it('report a review once each, and staff settle the reports [B-14.7]', async () => {
    const { id, buyer, product } = await reviewing.published()
    const readers = await Promise.all(Array.from({ length: 3 }, () => shop.addUser()))
    const answers = await Promise.all(readers.flatMap(as => Array.from({ length: 8 }, () => report(as, id))))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(await rowOf('reported', id)).toMatchObject({ reportCount: 3, reports: Array(3).fill('An insult.') })
    expect(await rowOf('waiting', id)).toMatchObject({ id })
    const { counts } = (await reviewing.staff('reviews/counts')).json
    expect(counts.waiting).toBe((await reviewing.queue()).length)
    expect(await reviewing.listed(product.id)).toMatchObject({ total: 1 })
    expect((await report(buyer, id)).json.code).toBe('review_is_yours')
    expect((await report(readers[0]!, id, ' ')).json.errors.reason).toEqual(['Reason is required'])
    expect((await shop.call(`/api/reviews/${id}/report`, { json: { reason: 'x' } })).status).toBe(401)

    await reviewing.approve(id)
    expect(await rowOf('reported', id)).toBeUndefined()
    await report(readers[0]!, id)
    expect(await rowOf('reported', id)).toBeUndefined()
    await reviewing.reject(id)
    expect((await report(await shop.addUser(), id)).json.code).toBe('review_not_found')
  })

  it('are limited in reports, writings and uploads', async () => {
    const limited = await openTestShop({ env: { RATE_LIMITS: 'on' } })
    const as = await limited.addUser()
    const call = () => limited.call(`/api/reviews/${crypto.randomUUID()}/report`, { as, json: { reason: 'x' } })
    const statuses = []
    for (let at = 0; at < 21; at++) statuses.push((await call()).status)
    expect(statuses).toEqual([...Array(20).fill(404), 429])
    await limited.close()
  })
})

describe('the sums', () => {
  it('equal a recount after many concurrent edits, withdrawals, reports and decisions [B-14.6]', async () => {
    const products = await Promise.all(Array.from({ length: 3 }, () => reviewing.addProduct()))
    const writers = await Promise.all(Array.from({ length: 8 }, () => shop.addUser()))
    const pairs = writers.flatMap(as => products.map(product => ({ as, product })))
    for (const { as, product } of pairs) await reviewing.deliver(as, product)
    const idOf = async ({ as, product }: (typeof pairs)[number]) =>
      (await reviewing.mine(as, product.id)).review?.id as string | undefined
    const step = async (pair: (typeof pairs)[number], round: number, at: number) => {
      const rating = 1 + ((round * 7 + at) % 5)
      const id = await idOf(pair)
      if (!id) return reviewing.write(pair.as, pair.product.id, { rating })
      const kind = (round * 5 + at * 3) % 8
      if (kind === 0) return reviewing.withdraw(pair.as, id)
      if (kind < 3) return reviewing.change(pair.as, id, { rating })
      if (kind < 4) return reviewing.reject(id, 'For a test.', await reviewing.versionOf(id).catch(() => 1))
      return reviewing.approve(id, await reviewing.versionOf(id).catch(() => 1))
    }
    const seen = new Set<number>()
    for (let round = 0; round < few(3, 6); round++) {
      // Each pair acts twice at once, so that acts on one review and on one product collide.
      const answers = await Promise.all([...pairs, ...pairs].map((pair, at) => step(pair, round, at)))
      for (const { status } of answers) seen.add(status)
      await reviewing.expectSumsRight()
    }
    expect([...seen].filter(status => ![200, 404, 409].includes(status))).toEqual([])
    const counted = await Promise.all(products.map(product => reviewing.listed(product.id)))
    expect(counted.some(({ summary }) => summary.count > 0)).toBe(true)
  })
})
