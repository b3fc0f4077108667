import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestShop } from '#app/testing/shop.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

it.each(['', '/entries', '/orders'])('GET /users/{id}%s answers oneself and staff, and nobody else', async part => {
  const user = await shop.addUser({ credits: { Bronze: 1 } })
  const path = `/api/users/${user.userId}${part}`
  expect((await shop.call(path, { as: user })).status).toBe(200)
  expect((await shop.call(path, { as: await shop.addUser({ role: 'support' }) })).status).toBe(200)
  for (const as of [await shop.addUser(), await shop.addUser({ role: 'fulfilment' })])
    expect((await shop.call(path, { as })).json).toMatchObject({
      status: 403,
      code: 'Unauthorized',
      detail: 'Unauthorized access',
    })
  expect((await shop.call(path)).status).toBe(401)
})

it('tells one’s own entries and orders in the shape of one’s own lists', async () => {
  const user = await shop.addUser()
  expect((await shop.call(`/api/users/${user.userId}/entries`, { as: user })).json).toEqual({
    entries: [],
    total: 0,
    nextCursor: null,
  })
  expect((await shop.call(`/api/users/${user.userId}/orders`, { as: user })).json).toEqual({
    orders: [],
    nextCursor: null,
  })
  expect((await shop.call(`/api/users/${user.userId}`, { as: user })).json).toMatchObject({
    email: user.email,
    isAdmin: false,
  })
})
