import { expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { staffingIn } from '#features/orders/testing/staffing.ts'
import type { BookAddress } from './contract.ts'

const shop = await testShop({ connections: 12 })

const HOME = { line1: '1 Fort Street', city: 'Provo', state: 'UT', postalCode: '84601' }
const WORK = { line1: '2 Depot Road', line2: 'Gate 4', city: 'Boise', state: 'ID', postalCode: '83702' }

const bookOf = async (as: TestUser): Promise<BookAddress[]> =>
  (await shop.call('/api/my/addresses', { as })).json.addresses
const add = (as: TestUser, json: object) => shop.call('/api/my/addresses', { as, json })
const change = (as: TestUser, id: string, json: object) =>
  shop.call(`/api/my/addresses/${id}`, { as, json, method: 'PATCH' })
const remove = (as: TestUser, id: string) => shop.call(`/api/my/addresses/${id}`, { as, method: 'DELETE' })
const profileAddressOf = async (as: TestUser) => (await shop.call('/api/my/profile', { as })).json.shippingAddress

it('the first address of a book is the default and the profile’s address; a chosen default exchanges the two [B-10.77] [B-10.78]', async () => {
  const as = await shop.addUser({ address: false })
  expect(await bookOf(as)).toEqual([])
  const home = (await add(as, HOME)).json
  expect(home).toEqual({ ...HOME, line2: null, country: 'US', id: expect.any(String), isDefault: true })
  const work = (await add(as, WORK)).json
  expect(work).toMatchObject({ ...WORK, isDefault: false })
  expect(await bookOf(as)).toEqual([home, work])

  expect((await change(as, work.id, { isDefault: true })).json).toEqual({ ...work, isDefault: true })
  expect(await bookOf(as)).toEqual([
    { ...work, isDefault: true },
    { ...home, isDefault: false },
  ])
  expect(await profileAddressOf(as)).toMatchObject(WORK)
  // The profile changes the default in place.
  await shop.call('/api/my/profile', { as, json: { shippingAddress: { ...WORK, line2: 'Gate 5' } } })
  expect(await bookOf(as)).toMatchObject([{ id: work.id, line2: 'Gate 5', isDefault: true }, { id: home.id }])
})

it('an address is changed in place, default or not; what is left out stays [B-10.77]', async () => {
  const as = await shop.addUser({ address: true })
  const work = (await add(as, WORK)).json
  const [standard] = await bookOf(as)
  expect((await change(as, work.id, { line1: ' 3 Depot Road ', line2: null })).json).toEqual({
    ...work,
    line1: '3 Depot Road',
    line2: null,
  })
  expect((await change(as, standard!.id, { city: 'Ogden' })).json).toEqual({ ...standard, city: 'Ogden' })
  expect(await profileAddressOf(as)).toMatchObject({ city: 'Ogden' })
})

it('an incomplete address, and one where the shop does not ship to, change nothing [B-10.79]', async () => {
  const as = await shop.addUser({ address: true })
  const work = (await add(as, WORK)).json
  const before = await bookOf(as)
  const refused = [
    await add(as, { ...HOME, city: ' ' }),
    await add(as, { ...HOME, country: 'CA' }),
    await change(as, work.id, { postalCode: '' }),
    await change(as, work.id, { country: 'CA' }),
    await change(as, work.id, { isDefault: false }),
    await change(as, work.id, { name: 'Nobody' }),
  ]
  expect(refused.map(({ status, json }) => [status, json.code])).toEqual(refused.map(() => [400, 'invalid_input']))
  expect(refused[2]!.json.errors.address).toEqual(['Please fill in all required address fields: Postal Code.'])
  expect(await bookOf(as)).toEqual(before)
})

it('a removed default is followed by the newest of the others; the last address may go as well [B-10.80]', async () => {
  const as = await shop.addUser({ address: true })
  const [standard] = await bookOf(as)
  const home = (await add(as, HOME)).json
  shop.clock.advance(1000)
  const work = (await add(as, WORK)).json
  expect((await remove(as, standard!.id)).status).toBe(204)
  expect(await bookOf(as)).toEqual([{ ...work, isDefault: true }, home])
  await remove(as, home.id)
  await remove(as, work.id)
  expect(await bookOf(as)).toEqual([])
  expect(await profileAddressOf(as)).toBeNull()
  expect((await remove(as, work.id)).json).toMatchObject({ status: 404, code: 'address_not_found' })
})

it('the address of another user is not found, and stays [B-10.77]', async () => {
  const [mine, theirs] = [await shop.addUser({ address: true }), await shop.addUser({ address: true })]
  const before = await bookOf(theirs)
  const { id } = before[0]!
  expect((await change(mine, id, { city: 'Ogden' })).status).toBe(404)
  expect((await change(mine, id, { isDefault: true })).status).toBe(404)
  expect((await remove(mine, id)).status).toBe(404)
  expect(await bookOf(theirs)).toEqual(before)
})

it('thirty additions at once fill a book to ten with one default, and the rest is refused [B-10.81]', async () => {
  const as = await shop.addUser({ address: false })
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, at) => add(as, { ...HOME, line1: `${at} Fort Street`, isDefault: at % 3 === 0 })),
  )
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.map(({ json }) => json.code)).toEqual(Array.from({ length: 20 }, () => 'address_book_full'))
  const book = await bookOf(as)
  expect(book).toHaveLength(10)
  expect(book.filter(({ isDefault }) => isDefault)).toHaveLength(1)
})

it('defaults chosen, changed and removed at once lose no address and leave one default [B-10.81]', async () => {
  const as = await shop.addUser({ address: true })
  for (let at = 0; at < 5; at++) await add(as, { ...HOME, line1: `${at} Fort Street` })
  const book = await bookOf(as)
  const gone = book[3]!
  const answers = await Promise.all([
    ...book.map(({ id }) => change(as, id, { isDefault: true })),
    ...book.map(({ id }) => change(as, id, { city: 'Ogden' })),
    remove(as, gone.id),
  ])
  expect(answers.every(({ status }) => [200, 204, 404].includes(status))).toBe(true)
  const after = await bookOf(as)
  const ids = (of: BookAddress[]) => of.map(({ id }) => id).sort()
  expect(ids(after)).toEqual(ids(book).filter(id => id !== gone.id))
  expect(after.filter(({ isDefault }) => isDefault)).toHaveLength(1)
  expect(after.every(({ city }) => city === 'Ogden')).toBe(true)
})

it('the first address of a book goes to the paid order that waits for one [B-10.83]', async () => {
  const { paidOrder, shown } = await staffingIn(shop)
  const as = await shop.addUser({ address: false })
  const { id } = await paidOrder([{}], { as })
  expect((await shown(id, as)).shipTo).toBeNull()
  await add(as, HOME)
  expect((await shown(id, as)).shipTo).toMatchObject(HOME)
})
