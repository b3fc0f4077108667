import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PHONE_PROBLEMS, US_PHONE, usPhone } from '#kernel/values/inputs/us-phone.ts'
import { createWhole } from '../../testing/bad-bodies.ts'
import { fieldsOf } from '../../testing/schemas/fields.ts'
import { requestSchemasOf } from '../../testing/schemas/request-schemas.ts'
import { ORIGIN, testShop } from '../../testing/shop.ts'
import { createApi } from '../api.server.ts'

const shop = await testShop()
const { json: document } = await shop.call('/api/openapi.json')
const whole = createWhole(document.components.schemas)

/** Every field of a request that is named like a phone. */
const fields = requestSchemasOf(createApi(shop)).flatMap(({ route, part, schema }) =>
  [...fieldsOf(schema)]
    .filter(({ path }) => /phone$|phone_number$/i.test(path))
    .map(field => ({ route, part, ...field })),
)
const isDoor = ({ schema }: { schema: unknown }) => schema === usPhone._zod.def.in
const doors = fields.filter(isDoor)

/** The shop takes these from old clients and reads none of them: the phone of the account counts. */
const UNREAD = [
  'POST /support/tickets userPhone',
  'POST /support/inquiries userPhone',
  'POST /admin/sms/bulk recipients.0.phone',
]

it('every phone in a request is read by the one rule [B-5.6]', () => {
  const others = fields.filter(field => !isDoor(field)).map(({ route, path }) => `${route} ${path}`)
  expect(others.toSorted()).toEqual(UNREAD.toSorted())
  expect(doors.map(({ route }) => route).toSorted()).toEqual([
    'PATCH /admin/users/{id}',
    'POST /admin/tax-years/{year}/information-returns',
    'POST /admin/users/create',
    'POST /auth/email-codes/register',
    'POST /auth/mfa/sms',
    'POST /auth/register',
    'POST /my/profile',
    'POST /sms/send-welcome',
  ])
})

const WRONG = {
  '+1801555012': 'plus',
  '0000000000': 'plan',
  '9115550142': 'plan',
  '28015550142': 'country',
  '5550142': 'digits',
} as const

it('every door refuses an impossible phone with its sentence, and takes a possible one [B-5.6]', async () => {
  const user = await shop.addUser()
  const admin = await shop.addUser({ admin: true })
  for (const { route, path } of doors) {
    const [method = '', address = ''] = route.split(' ')
    const operation = document.paths[`/api${address}`][method.toLowerCase()]
    const body = whole.of(operation.requestBody.content['application/json'].schema, 'all') as Record<string, unknown>
    const as = { anyone: undefined, user, admin }[operation['x-access'] as 'user']
    const send = async (phone: string) => {
      const to = `/api${address.replace('{year}', '2026').replace('{id}', user.userId)}`
      const json = { ...body, [path]: phone }
      return (await shop.call(to, { method, json, headers: { origin: ORIGIN }, ...(as && { as }) })).json
    }
    for (const [phone, problem] of Object.entries(WRONG))
      expect([route, phone, (await send(phone)).errors?.[path]]).toEqual([route, phone, [PHONE_PROBLEMS[problem]]])
    expect([route, (await send('(801) 555-0142')).errors?.[path]]).toEqual([route, undefined])
  }
})

it('stored phones that are not possible are listed for staff, by the same rule in SQL, and stay [B-12.255]', async () => {
  const { pool } = shop.services
  const admin = await shop.addUser({ admin: true })
  const phones = ['+11801555012', '+10000000000', '+525512345678', '+18019110142', '+18015550142', '+18004115550', null]
  const people = await Promise.all(phones.map(() => shop.addUser({ name: 'Stored Phone' })))
  for (const [at, { userId }] of people.entries())
    await pool.query('update users set phone = $2 where id = $1', [userId, phones[at]])
  const list = async (filter: string) => {
    const { json } = await shop.call(`/api/admin/users?limit=1000&${filter}`, { as: admin })
    return { ids: json.users.map((user: { id: string }) => user.id), pagination: json.pagination }
  }
  const toCheck = await list('phoneToCheck=true')
  const isPossible = (phone: string | null) => phone === null || new RegExp(US_PHONE).test(phone)
  expect(toCheck.ids.toSorted()).toEqual(
    people.flatMap(({ userId }, at) => (isPossible(phones[at]!) ? [] : [userId])).toSorted(),
  )
  expect(toCheck.pagination).toMatchObject({ total: 4, isTotalExact: true })
  const others = await list('phoneToCheck=false')
  for (const [at, { userId }] of people.entries()) expect(others.ids.includes(userId)).toBe(isPossible(phones[at]!))
  const { rows } = await pool.query('select phone from users where id = any($1)', [people.map(({ userId }) => userId)])
  expect(rows.map(({ phone }) => phone).toSorted()).toEqual(phones.toSorted())
})

it('the index of the phones to check has the rule of the code', () => {
  const migration = readFileSync(
    `${import.meta.dirname}/../../../../db/migrations/0096_phones_to_check.apart.sql`,
    'utf8',
  )
  expect(migration).toContain(`phone !~ '${US_PHONE}'`)
})

it('a save of other details leaves a stored phone that is not possible [B-12.255]', async () => {
  const user = await shop.addUser()
  const admin = await shop.addUser({ admin: true })
  await shop.services.pool.query(`update users set phone = '+11801555012' where id = $1`, [user.userId])
  const save = { method: 'PATCH', as: admin, json: { name: 'Sam Hill', reason: 'Asked' } }
  expect((await shop.call(`/api/admin/users/${user.userId}`, save)).status).toBe(200)
  const { json } = await shop.call('/api/my/profile', { as: user, json: { name: 'Sam Hall' } })
  expect([json.name, json.phone]).toEqual(['Sam Hall', '+11801555012'])
})
