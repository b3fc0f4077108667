import { describe, expect, it } from 'vitest'
import { testShop } from '../testing/shop.ts'

const shop = await testShop({ env: { RATE_LIMITS: 'on' } })
const user = await shop.addUser()

describe.each(['/api/openapi.json', '/api/docs'])('%s', path => {
  it('has an ETag, may be kept for minutes, and is one text for guests and users [B-30.1]', async () => {
    const [guests, users] = [await shop.call(path), await shop.call(path, { as: user })]
    expect(guests.headers.get('etag')).toMatch(/^"[\w-]+"$/)
    expect(guests.headers.get('cache-control')).toBe('public, max-age=300')
    expect([users.headers.get('etag'), users.text]).toEqual([guests.headers.get('etag'), guests.text])
    const headers = { 'if-none-match': guests.headers.get('etag')! }
    expect((await shop.call(path, { headers })).status).toBe(304)
  })

  it('is limited by client [B-30.1]', async () => {
    const statuses = new Set<number>()
    for (let n = 0; n < 31; n++) statuses.add((await shop.call(path)).status)
    expect([...statuses]).toEqual([200, 429])
    expect((await shop.call(path, { as: user })).status).toBe(200)
  })
})
