import { afterEach, expect, it } from 'vitest'
import { holdingsOf } from '#app/testing/fuzz/holdings.ts'
import type { TestUser } from '#app/testing/users.ts'
import { openStaffedShop } from '#features/orders/testing/staffing.ts'
import { checkAddresses } from './commands/check-addresses.server.ts'

const { shop, staffing } = await openStaffedShop({ connections: 12 })
const { admin, paidOrder, shown } = staffing
const { pool } = shop.services

type Stored = { city: string; state: string; postalCode: string }
const PROVO: Stored = { city: 'Provo', state: 'UT', postalCode: '84601' }

/** Writes an address as releases before the rule stored it. */
const store = ({ userId }: TestUser, { city, state, postalCode }: Stored) =>
  pool.query('update shipping_address set city = $2, state = $3, postal_code = $4 where user_id = $1', [
    userId,
    city,
    state,
    postalCode,
  ])
const storeInBook = ({ userId }: TestUser, { city, state, postalCode }: Stored, id: string = crypto.randomUUID()) =>
  pool.query(
    `insert into saved_address (id, user_id, line1, city, state, postal_code, country, saved_at)
     values ($1, $2, '2 Depot Road', $3, $4, $5, 'US', now())`,
    [id, userId, city, state, postalCode],
  )
async function bookOf(as: TestUser): Promise<(Stored & { id: string; isDefault: boolean })[]> {
  return (await shop.call('/api/my/addresses', { as })).json.addresses
}
const placeOf = ({ city, state, postalCode }: Stored): Stored => ({ city, state, postalCode })
const onFile = async (as: TestUser) => placeOf((await bookOf(as))[0]!)
const check = () => checkAddresses(shop.system)

async function listed(filter = 'addressToCheck=true') {
  const { json } = await shop.call(`/api/admin/users?limit=1000&${filter}`, { as: admin })
  return { ids: json.users.map(({ id }: { id: string }) => id) as string[], pagination: json.pagination }
}
const isListed = async ({ userId }: TestUser) => (await listed()).ids.includes(userId)
const profileOf = async ({ userId }: TestUser) =>
  (await shop.call(`/api/admin/users/profile?id=${userId}`, { as: admin })).json
const correct = ({ userId }: TestUser, json: object) =>
  shop.call(`/api/admin/users/${userId}`, { as: admin, method: 'PATCH', json: { reason: 'Asked by phone', ...json } })

/** What is stored, what the job leaves, and whether staff should look at it. */
const ON_FILE: [stored: Stored, left: Stored, isDoubtful: boolean][] = [
  [
    { city: 'Atlantis', state: 'ZZ', postalCode: 'ABCDE' },
    { city: 'Atlantis', state: 'ZZ', postalCode: 'ABCDE' },
    true,
  ],
  [{ city: 'Provo', state: 'utah', postalCode: 'ABCDE' }, { city: 'Provo', state: 'utah', postalCode: 'ABCDE' }, true],
  [{ city: 'Boston', state: 'Mass.', postalCode: '2108' }, { city: 'Boston', state: 'MA', postalCode: '02108' }, false],
  [{ city: 'Albany', state: 'NY', postalCode: '2108' }, { city: 'Albany', state: 'NY', postalCode: '2108' }, true],
  [{ city: 'Provo', state: 'ut', postalCode: '84601 1234' }, { ...PROVO, postalCode: '84601-1234' }, false],
  [{ city: 'Provo', state: 'Ｕtah', postalCode: '８４６０１' }, PROVO, false],
  [{ city: 'Provo', state: 'nv', postalCode: '84601' }, { city: 'Provo', state: 'nv', postalCode: '84601' }, true],
  [{ city: 'apo', state: 'AE', postalCode: '09499' }, { city: 'APO', state: 'AE', postalCode: '09499' }, false],
  [{ city: 'APO', state: 'NY', postalCode: '09499' }, { city: 'APO', state: 'NY', postalCode: '09499' }, true],
  [{ city: 'Provo', state: 'UT', postalCode: '00001' }, { city: 'Provo', state: 'UT', postalCode: '00001' }, true],
  [PROVO, PROVO, false],
]

afterEach(async () => {
  await check()
})

it('an address on file is written as parcels need it where that is certain, and listed for staff where not, in profile and book [B-5.40]', async () => {
  await check()
  const people = await Promise.all(ON_FILE.map(() => shop.addUser()))
  const holders = await Promise.all(ON_FILE.map(() => shop.addUser()))
  for (const [at, [stored]] of ON_FILE.entries()) {
    await store(people[at]!, stored)
    await storeInBook(holders[at]!, stored)
  }
  const doubtful = ON_FILE.filter(([, , isDoubtful]) => isDoubtful).length
  expect(await check()).toEqual({
    // Each holder also has the default that every test user has.
    checked: 3 * ON_FILE.length,
    mended: 8,
    doubtful: 2 * doubtful,
  })
  for (const [at, [stored, left, isDoubtful]] of ON_FILE.entries()) {
    expect(await onFile(people[at]!), JSON.stringify(stored)).toEqual(left)
    const [, saved] = await bookOf(holders[at]!)
    expect(placeOf(saved!), JSON.stringify(stored)).toEqual(left)
    for (const person of [people[at]!, holders[at]!]) expect(await isListed(person)).toBe(isDoubtful)
    expect((await profileOf(holders[at]!)).doubtfulAddresses.map(placeOf)).toEqual(isDoubtful ? [left] : [])
  }
  expect((await listed()).pagination).toMatchObject({ total: 2 * doubtful, isTotalExact: true })
  const others = await listed('addressToCheck=false')
  expect(others.ids).not.toEqual(expect.arrayContaining([people[0]!.userId]))
  expect(others.pagination.total + 2 * doubtful).toBe((await listed('')).pagination.total)
})

it('the job changes addresses on file and nothing else: orders keep what was written, and no open form goes stale [B-5.40]', async () => {
  const buyer = await shop.addUser()
  await store(buyer, { city: 'Sacramento', state: 'Calif.', postalCode: '95814' })
  const order = await paidOrder([{}], { as: buyer })
  await shop.settleJobs()
  const { version } = await profileOf(buyer)
  const written = (await shown(order.id)).shipTo
  await store(buyer, { city: 'Sacramento', state: 'Calif.', postalCode: '95814' })
  const { shipping_address: _, ...before } = await holdingsOf(shop)
  expect((await check()).mended).toBe(1)
  const { shipping_address: __, ...after } = await holdingsOf(shop)
  expect(after).toEqual(before)
  expect((await shown(order.id)).shipTo).toEqual(written)
  expect(await onFile(buyer)).toEqual({ city: 'Sacramento', state: 'CA', postalCode: '95814' })
  expect((await correct(buyer, { name: 'Sam Hall', version })).status).toBe(200)
})

it('a run that ends early goes on where it ended, and no run looks at an address twice [B-5.40]', async () => {
  await check()
  const people = await Promise.all(Array.from({ length: 450 }, () => shop.addUser({ address: false })))
  await pool.query(
    `insert into shipping_address (user_id, line1, city, state, postal_code)
     select id, '1 Fort Street', 'Provo', 'Utah', '84601' from unnest($1::uuid[]) id`,
    [people.map(({ userId }) => userId)],
  )
  const last = people
    .map(({ userId }) => userId)
    .toSorted()
    .at(-1)
  const fault = `create function no_write() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$;
    create trigger no_write before update on shipping_address for each row when (old.user_id = '${last}') execute function no_write()`
  await pool.query(fault)
  await expect(check()).rejects.toThrow('the disk is full')
  await pool.query('drop trigger no_write on shipping_address; drop function no_write()')
  const left = await pool.query('select from shipping_address where is_doubtful is null')
  expect(left.rowCount).toBe(50)

  const runs = await Promise.all(Array.from({ length: 4 }, check))
  const sum = (name: 'checked' | 'mended') => runs.reduce((all, run) => all + run[name], 0)
  // An address that two runs want at once is left by one of them, and by both for the next run at worst.
  const next = await check()
  expect([sum('checked') + next.checked, sum('mended') + next.mended]).toEqual([50, 50])
  expect(await check()).toEqual({ checked: 0, mended: 0, doubtful: 0 })
})

it('an edit that runs while the job does wins [B-5.40]', async () => {
  const person = await shop.addUser()
  await store(person, { city: 'Boston', state: 'Mass.', postalCode: '2108' })
  const edit = await pool.connect()
  try {
    await edit.query('begin')
    await edit.query('select from users where id = $1 for update', [person.userId])
    expect((await check()).mended).toBe(0)
    await edit.query(
      `update shipping_address set city = 'Reno', state = 'nev', postal_code = '89501' where user_id = $1`,
      [person.userId],
    )
  } finally {
    await edit.query('commit')
    edit.release()
  }
  expect((await check()).mended).toBe(1)
  expect(await onFile(person)).toEqual({ city: 'Reno', state: 'NV', postalCode: '89501' })
})

it('edits of a person beside runs of the job are all kept, in profile and book [B-5.40]', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => shop.addUser()))
  const saved = new Map(people.map(person => [person, crypto.randomUUID() as string]))
  for (const [person, id] of saved) {
    await store(person, { city: 'Boston', state: 'Mass.', postalCode: '2108' })
    await storeInBook(person, { city: 'Boston', state: 'Mass.', postalCode: '2108' }, id)
  }
  const reno = { city: 'Reno', state: 'Nevada', postalCode: '89501' }
  const edits = people.flatMap(as => [
    shop.call('/api/my/profile', { as, json: { shippingAddress: { line1: '1 Fort Street', ...reno } } }),
    shop.call(`/api/my/addresses/${saved.get(as)}`, { as, method: 'PATCH', json: reno }),
  ])
  const [answers] = await Promise.all([Promise.all(edits), check(), check()])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  await check()
  for (const person of people)
    expect((await bookOf(person)).map(placeOf)).toEqual(Array(2).fill({ ...reno, state: 'NV' }))
})

it('a correction by staff or by the person takes a user off the list; a doubtful one comes back [B-12.267]', async () => {
  const [byStaff, byPerson] = [await shop.addUser(), await shop.addUser()]
  for (const person of [byStaff, byPerson]) await store(person, { city: 'Atlantis', state: 'ZZ', postalCode: 'ABCDE' })
  await check()
  expect([await isListed(byStaff), await isListed(byPerson)]).toEqual([true, true])
  expect((await correct(byStaff, { address: { line1: '1 Fort Street', ...PROVO } })).status).toBe(200)
  await shop.call('/api/my/profile', { as: byPerson, json: { shippingAddress: { line1: '1 Fort Street', ...PROVO } } })
  expect([await isListed(byStaff), await isListed(byPerson)]).toEqual([false, false])
  await check()
  expect([await isListed(byStaff), await isListed(byPerson)]).toEqual([false, false])
  await store(byStaff, { city: 'Atlantis', state: 'ZZ', postalCode: 'ABCDE' })
  await check()
  expect(await isListed(byStaff)).toBe(true)
})

it('an address that a person confirmed is listed until staff confirm it too [B-12.267]', async () => {
  const as = await shop.addUser()
  const doubtful = { line1: '1 Fort Street', city: 'Provo', state: 'NV', postalCode: '84601' }
  const confirmed = { shippingAddress: doubtful, addressConfirmed: true }
  expect((await shop.call('/api/my/profile', { as, json: confirmed })).status).toBe(200)
  expect((await profileOf(as)).doubtfulAddresses.map(placeOf)).toEqual([placeOf(doubtful)])
  await check()
  expect(await isListed(as)).toBe(true)
  expect((await correct(as, { address: doubtful })).json.code).toBe('address_mismatch')
  expect((await correct(as, { address: doubtful, addressConfirmed: true })).status).toBe(200)
  await check()
  expect([await isListed(as), (await profileOf(as)).doubtfulAddresses]).toEqual([false, []])
  expect(await onFile(as)).toEqual(placeOf(doubtful))
})

it('staff correct an address of the book, and the default stays as it is [B-12.267]', async () => {
  const as = await shop.addUser()
  await storeInBook(as, { city: 'Albany', state: 'NY', postalCode: '2108' })
  await check()
  const [{ id: addressId }] = (await profileOf(as)).doubtfulAddresses
  const address = { line1: '2 Depot Road', city: 'Boston', state: 'MA', postalCode: '02108' }
  const unknown = await correct(as, { address, addressId: crypto.randomUUID() })
  expect([unknown.status, unknown.json.code]).toEqual([404, 'address_not_found'])
  const foreign = await correct(await shop.addUser(), { address, addressId })
  expect([foreign.status, foreign.json.code]).toEqual([404, 'address_not_found'])
  expect((await correct(as, { address, addressId })).json.doubtfulAddresses).toEqual([])
  expect((await bookOf(as)).map(placeOf)).toEqual([PROVO, placeOf(address)])
  expect(await isListed(as)).toBe(false)
  const { json } = await shop.call(`/api/admin/users/${as.userId}/timeline?kind=staff`, { as: admin })
  expect(JSON.stringify(json)).not.toContain('Depot')
})
