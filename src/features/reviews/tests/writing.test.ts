import { afterEach, describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { disableUser } from '#features/identity/accounts/commands/accounts.server.ts'
import { reviewingIn, WORDS } from '../testing/reviewing.ts'

const shop = await testShop({ connections: 24 })
const reviewing = await reviewingIn(shop)
afterEach(() => reviewing.expectSumsRight())

const post = (path: string, json: unknown, as?: Parameters<typeof shop.call>[1]) =>
  shop.call(path, { ...as, json, method: 'POST' })

describe('a new review', () => {
  it('needs an order that was delivered, and says why it is refused [B-14.1] [B-14.15]', async () => {
    const { id, buyer } = await reviewing.paidOrder([{ name: 'Late Pack' }])
    const { lines } = await reviewing.shown(id, buyer)
    const productId = lines[0].productId
    const stranger = await shop.addUser()

    const never = await reviewing.write(stranger, productId)
    expect([never.status, never.json.code]).toEqual([409, 'review_needs_purchase'])
    expect(await reviewing.mine(stranger, productId)).toEqual({
      mayWrite: false,
      reason: 'Reviews come from buyers. Buy this product, and tell us how it is.',
      review: null,
    })
    const early = await reviewing.write(buyer, productId)
    expect([early.status, early.json.code]).toEqual([409, 'review_needs_delivery'])
    expect((await reviewing.mine(buyer, productId)).reason).toBe('You can write a review once your order is delivered.')
    await reviewing.step(id, 'pack')
    await reviewing.staff(`orders/${id}/ship`, { carrier: 'UPS' })
    await reviewing.step(id, 'deliver')
    expect(await reviewing.mine(buyer, productId)).toEqual({ mayWrite: true, reason: null, review: null })
    const { status, json } = await reviewing.write(buyer, productId)
    expect([status, json.status, json.author]).toEqual([200, 'pending', 'Sam P.'])
    expect((await post(`/api/products/${productId}/reviews`, WORDS)).status).toBe(401)
    expect((await reviewing.write(buyer, 'no-such-thing')).json.code).toBe('product_not_found')
    await shop.settleJobs()
  })

  it('stays possible after a refund that follows the delivery, and not for pieces refunded before [B-14.1]', async () => {
    const { id, buyer } = await reviewing.paidOrder([{ name: 'Sent Back' }, { name: 'Never Came' }])
    const { lines } = await reviewing.shown(id, buyer)
    const [came, left] = lines.map((line: { productId: string }) => line.productId)
    const refund = (position: number) =>
      reviewing.staff(`orders/${id}/refunds`, { lines: [{ position, quantity: 1 }], reason: 'For a test' })
    expect((await refund(1)).status).toBe(200)
    await reviewing.step(id, 'pack')
    shop.clock.advance(60_000)
    await reviewing.staff(`orders/${id}/ship`, { carrier: 'UPS' })
    await reviewing.step(id, 'deliver')
    shop.clock.advance(60_000)
    expect((await refund(0)).status).toBe(200)
    expect((await reviewing.write(buyer, left)).json.code).toBe('review_needs_delivery')
    expect((await reviewing.write(buyer, came)).status).toBe(200)
    await shop.settleJobs()
  })

  it('is one a user and product, also when 50 calls arrive at once [B-14.2]', async () => {
    const { product, buyer } = await reviewing.bought()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => reviewing.write(buyer, product.id, { rating: 1 + (at % 5) })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ json }) => json.code))).toEqual(
      new Set(['review_exists']),
    )
    const stored = await shop.services.db
      .selectFrom('product_review')
      .select('id')
      .where('product_id', '=', product.id)
      .execute()
    expect(stored).toHaveLength(1)
    expect((await reviewing.approve(stored[0]!.id)).status).toBe(200)
    const { json } = await shop.call(`/api/products/${product.id}`)
    expect([json.reviews, json.rating]).toEqual([1, answers.find(({ status }) => status === 200)!.json.rating])
  })

  it('is stored once under one Idempotency-Key, with equal answers', async () => {
    const { product, buyer } = await reviewing.bought()
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const send = () => post(`/api/products/${product.id}/reviews`, WORDS, { as: buyer, headers })
    const [first, second] = [await send(), await send()]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.json).toEqual(first.json)
  })

  it('is plain text within its limits, checked by the raw length first [B-14.14]', async () => {
    const { product, buyer } = await reviewing.bought()
    const faults = async (words: object) => (await reviewing.write(buyer, product.id, words)).json.errors
    expect(await faults({ rating: 0, title: ' ', body: '\u0000' })).toEqual({
      rating: ['Choose one to five stars'],
      title: ['Title is required'],
      body: ['Review is required'],
    })
    expect(await faults({ rating: 4.5 })).toEqual({ rating: ['Choose whole stars'] })
    expect(await faults({ title: 'x'.repeat(101) })).toEqual({ title: ['Title must be 100 characters or less'] })
    expect(await faults({ title: ' '.repeat(201) })).toEqual({ title: ['Title must be 100 characters or less'] })
    expect(await faults({ body: 'x'.repeat(4001) })).toEqual({ body: ['Review must be 4000 characters or less'] })
    expect(await faults({ photos: ['a', 'b', 'c', 'd', 'e'] })).toEqual({ photos: ['At most 4 photos'] })
    expect(await faults({ author: 'Somebody Else' })).toEqual({ author: ['This field is not known.'] })
    const typed = { title: '5 > 3\u0007\n& <b>bold</b>', body: '  <script>alert(1)</script>\r\nSecond line  ' }
    const { json } = await reviewing.write(buyer, product.id, typed)
    expect([json.title, json.body]).toEqual(['5 > 3 & <b>bold</b>', '<script>alert(1)</script>\nSecond line'])
  })

  it('waits for staff: the page shows and counts published reviews alone [B-14.3]', async () => {
    const { product, buyer } = await reviewing.bought()
    const { json } = await reviewing.write(buyer, product.id)
    const before = await reviewing.listed(product.id)
    expect(before).toMatchObject({ reviews: [], total: 0, summary: { rating: 0, count: 0, stars: [0, 0, 0, 0, 0] } })
    await reviewing.approve(json.id)
    const after = await reviewing.listed(product.id)
    expect(after).toMatchObject({ total: 1, summary: { rating: 4, count: 1, stars: [0, 0, 0, 1, 0] } })
    expect(after.reviews).toEqual([
      {
        ...{ id: json.id, author: 'Sam P.', ...WORDS, photos: [], answer: null, editedAt: null },
        date: shop.clock.now().toISOString(),
      },
    ])
    // The public review says nothing of its writer but the shown name.
    expect(JSON.stringify(after)).not.toContain(buyer.userId)
    expect(JSON.stringify(after)).not.toContain(buyer.email)
  })
})

describe('the writer', () => {
  it('changes the review, which waits for staff again; a change of nothing keeps it published [B-14.3] [B-14.4]', async () => {
    const { id, buyer, product } = await reviewing.published()
    expect((await reviewing.change(buyer, id, WORDS)).json.status).toBe('published')
    const changed = await reviewing.change(buyer, id, { rating: 1 })
    expect(changed.json).toMatchObject({ status: 'pending', rating: 1, title: WORDS.title })
    expect(changed.json.editedAt).toBe(shop.clock.now().toISOString())
    expect(await reviewing.listed(product.id)).toMatchObject({ total: 0, summary: { count: 0 } })
    await reviewing.approve(id)
    expect(await reviewing.listed(product.id)).toMatchObject({ summary: { rating: 1, stars: [1, 0, 0, 0, 0] } })
    expect((await reviewing.change(buyer, id, { title: '' })).json.errors.title).toEqual(['Title is required'])
  })

  it('withdraws the review and may write another one [B-14.4]', async () => {
    const { id, buyer, product } = await reviewing.published()
    expect((await reviewing.withdraw(buyer, id)).json).toEqual({ success: true, message: 'Your review is withdrawn.' })
    expect(await reviewing.listed(product.id)).toMatchObject({ reviews: [], summary: { count: 0, rating: 0 } })
    expect((await reviewing.withdraw(buyer, id)).json.code).toBe('review_not_found')
    expect((await reviewing.write(buyer, product.id)).status).toBe(200)
  })

  it('is the only one who changes or withdraws it [B-14.4]', async () => {
    const { id, product } = await reviewing.published()
    const stranger = await shop.addUser()
    for (const answer of [await reviewing.change(stranger, id, { rating: 1 }), await reviewing.withdraw(stranger, id)])
      expect([answer.status, answer.json.code]).toEqual([404, 'review_not_found'])
    expect((await reviewing.change(reviewing.admin, id, { rating: 1 })).status).toBe(404)
    expect(await reviewing.listed(product.id)).toMatchObject({ total: 1 })
  })

  it('keeps published reviews when staff disable the account [B-14.16]', async () => {
    const { buyer, product, id } = await reviewing.published()
    await disableUser(shop.system, buyer.userId)
    expect(await reviewing.listed(product.id)).toMatchObject({ total: 1 })
    expect((await reviewing.change(buyer, id, { rating: 1 })).status).toBe(401)
  })
})

describe('the list of reviews', () => {
  it('comes by page or by cursor, in three orders, and by stars [B-2.41] [B-14.9]', async () => {
    const { id: productId } = await reviewing.addProduct()
    for (const rating of [3, 5, 1, 5, 4, 3]) {
      shop.clock.advance(60_000)
      await reviewing.published({ productId, rating })
    }
    const stars = (list: { reviews: { rating: number }[] }) => list.reviews.map(({ rating }) => rating)
    expect(stars(await reviewing.listed(productId, '?limit=50'))).toEqual([3, 4, 5, 1, 5, 3])
    expect(stars(await reviewing.listed(productId, '?sort=highest&limit=50'))).toEqual([5, 5, 4, 3, 3, 1])
    expect(stars(await reviewing.listed(productId, '?sort=lowest&limit=50'))).toEqual([1, 3, 3, 4, 5, 5])
    const fives = await reviewing.listed(productId, '?stars=5')
    expect([stars(fives), fives.total, fives.summary.count]).toEqual([[5, 5], 2, 6])
    expect(fives.summary).toEqual({ rating: 3.5, count: 6, stars: [1, 0, 2, 1, 2] })
    for (const sort of ['newest', 'highest', 'lowest']) {
      const whole = (await reviewing.listed(productId, `?sort=${sort}&limit=50`)).reviews
      const second = await reviewing.listed(productId, `?sort=${sort}&limit=2&page=2`)
      expect(second.reviews).toEqual(whole.slice(2, 4))
      const found = []
      let cursor = ''
      do {
        const list = await reviewing.listed(productId, `?sort=${sort}&limit=4${cursor && `&cursor=${cursor}`}`)
        found.push(...list.reviews)
        cursor = list.nextCursor
      } while (cursor)
      expect(found).toEqual(whole)
    }
    expect((await shop.call(`/api/products/${productId}/reviews?cursor=xyz`)).status).toBe(400)
    expect((await shop.call(`/api/products/${productId}/reviews?stars=6`)).status).toBe(400)
    expect((await shop.call('/api/products/no-such-thing/reviews')).json.code).toBe('product_not_found')
  })
})
