import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { transact } from '#kernel/transaction.server.ts'
import { reviewsData } from '../personal-data.server.ts'
import { reviewingIn } from '../testing/reviewing.ts'

const shop = await testShop({ connections: 24 })
const reviewing = await reviewingIn(shop)
afterEach(() => reviewing.expectSumsRight())

const subjectOf = ({ userId, email }: TestUser) => ({ userId, email, phone: null })

async function photoOf(as: TestUser): Promise<string> {
  const image = sharp({ create: { width: 70, height: 70, channels: 3, background: '#3b4a33' } })
  const body = new FormData()
  body.append('files', new File([new Uint8Array(await image.png().toBuffer())], 'photo.png'))
  return (await shop.call('/api/my/review-pictures', { as, body })).json.images[0].image
}

describe('reviews of an account', () => {
  it('are in its export with photos and reports [B-14.13]', async () => {
    const { product, buyer } = await reviewing.bought()
    const other = await reviewing.published()
    await reviewing.write(buyer, product.id, { photos: [await photoOf(buyer)] })
    await shop.call(`/api/reviews/${other.id}/report`, { as: buyer, json: { reason: 'Not about the pack.' } })
    const { json } = await shop.call('/api/my/export', { as: buyer })
    expect(json.reviews).toEqual([
      expect.objectContaining({ productId: product.id, rating: 4, status: 'pending', shownName: 'Sam P.' }),
    ])
    expect(json.reviews[0].photos[0]).toMatch(/reviews\/.*-1200\.webp$/)
    expect(json.reviewReports).toEqual([expect.objectContaining({ reason: 'Not about the pack.' })])
  })

  it('are deleted with the account, also by concurrent deletions, and the sums follow [B-14.13]', async () => {
    const writers = await Promise.all(Array.from({ length: 6 }, () => shop.addUser()))
    const products = await Promise.all(Array.from({ length: 4 }, () => reviewing.addProduct()))
    for (const as of writers)
      for (const product of products) {
        await reviewing.deliver(as, product)
        await reviewing.approve((await reviewing.write(as, product.id)).json.id)
      }
    expect(await reviewing.listed(products[0]!.id)).toMatchObject({ summary: { count: 6 } })
    await Promise.all(writers.slice(1).map(as => transact(shop.system, tx => reviewsData.erase(tx, subjectOf(as)))))
    for (const product of products) expect(await reviewing.listed(product.id)).toMatchObject({ total: 1 })
    expect(
      (await reviewing.queue('all')).filter((row: { writer: { id: string } }) => row.writer.id === writers[1]!.userId),
    ).toEqual([])
  })

  it('move to the remaining account in a merge, which keeps its own review of a product [B-14.13]', async () => {
    const [from, into] = [await shop.addUser(), await shop.addUser()]
    const both = await reviewing.bought({ as: from })
    await reviewing.deliver(into, both.product)
    const alone = await reviewing.bought({ as: from })
    await reviewing.approve((await reviewing.write(from, both.product.id, { rating: 1 })).json.id)
    await reviewing.approve((await reviewing.write(into, both.product.id, { rating: 5 })).json.id)
    const moved = (await reviewing.write(from, alone.product.id, { photos: [await photoOf(from)] })).json
    await reviewing.approve(moved.id)
    const ids = { from: from.userId, into: into.userId }
    const merge = await reviewing.staff('users/merge', { ...ids, reason: 'The same person' })
    expect([merge.status, merge.json.code]).toEqual([200, undefined])
    expect(await reviewing.listed(both.product.id)).toMatchObject({ summary: { count: 1, rating: 5 } })
    // The photo of the other account stays on the review when its new owner changes the words.
    // A merge ends the sessions of both accounts, and the tokens of the running second with them.
    shop.clock.advance(2000)
    const claims = { ...into, name: 'Sam Porter', isAdmin: false, role: null, isSubscriber: false }
    const { idToken } = await shop.idTokens.issue(claims)
    const changed = await reviewing.change({ ...into, idToken }, moved.id, { title: 'Still fine' })
    expect(changed.json).toMatchObject({ title: 'Still fine', photos: moved.photos })
    await shop.settleJobs()
  })
})
