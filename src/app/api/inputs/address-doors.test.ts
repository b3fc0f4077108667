import { beforeAll, expect, it } from 'vitest'
import { staffingIn } from '#features/orders/testing/staffing.ts'
import { openPrizeShop } from '#features/winners/testing/prizes.ts'
import { fieldsOf } from '../../testing/schemas/fields.ts'
import { requestSchemasOf } from '../../testing/schemas/request-schemas.ts'
import type { TestUser } from '../../testing/users.ts'
import { createApi } from '../api.server.ts'

const prizes = await openPrizeShop()
const { shop } = prizes
const staffing = await staffingIn(shop)
const { admin } = staffing

/** Bodies with a ZIP code that are no address of a person. */
const OTHERS: Readonly<Record<string, string>> = {
  'POST /admin/tax-years/{year}/information-returns': 'the shop as payer, in the form of the tax office',
  'POST /support/inquiries': 'ignored: the server uses its own records',
  'POST /support/tickets': 'ignored: the server uses its own records',
}

type Address = { city: string; state: string; postalCode: string }
type Door = {
  /** Where the address is in the body; empty where the body is the address. */
  field: string
  send: (address: object, beside: object) => ReturnType<typeof shop.call>
  /** Reads the address as stored. */
  stored?: () => Promise<object>
}

const LINES = { line1: '12 Bastion Way' }
const PERSON = { name: 'Sam Porter', phone: '+18015550100', birthDate: '1990-05-17' }
const doors = new Map<string, Door>()
let people = 0
const newEmail = () => `door-${++people}@example.com`

beforeAll(async () => {
  await shop.changeSettings({ freeEntry: { online: true } })
  const user = await shop.addUser()
  const profile = async () => (await shop.call('/api/my/profile', { as: user })).json.shippingAddress
  const book = async (as: TestUser) => (await shop.call('/api/my/addresses', { as })).json.addresses
  const reader = await shop.addUser()
  const [{ id: known }] = await book(reader)
  const order = await staffing.paidOrder()
  const { giveaway, entrants } = await prizes.drawn(1)
  const [won] = await prizes.placesOf(giveaway)
  const { giveaway: another } = await prizes.drawn(1)
  const [answered] = await prizes.placesOf(another)
  await prizes.tend()
  const key = await prizes.keyFor(entrants[0]!.email)
  const open = await prizes.addGiveaway({ totalSlots: 50, entryLimit: 20 })
  const person = await shop.addUser()
  const orderAddress = async () => (await staffing.shown(order.id)).shipTo

  const list: [string, Door][] = [
    [
      'POST /my/profile',
      {
        field: 'shippingAddress',
        send: (address, beside) =>
          shop.call('/api/my/profile', { as: user, json: { shippingAddress: address, ...beside } }),
        stored: profile,
      },
    ],
    [
      'POST /auth/register',
      {
        field: 'shippingAddress',
        send: (address, beside) =>
          shop.call('/api/auth/register', {
            json: { ...PERSON, email: newEmail(), password: 'Correct-Horse9!', shippingAddress: address, ...beside },
          }),
      },
    ],
    [
      'POST /auth/email-codes/register',
      {
        field: 'shippingAddress',
        send: (address, beside) =>
          shop.call('/api/auth/email-codes/register', {
            json: { ...PERSON, email: newEmail(), registrationToken: 'none', shippingAddress: address, ...beside },
          }),
      },
    ],
    [
      'POST /my/addresses',
      {
        field: '',
        send: async (address, beside) =>
          shop.call('/api/my/addresses', { as: await shop.addUser(), json: { ...address, ...beside } }),
      },
    ],
    [
      'PATCH /my/addresses/{id}',
      {
        field: '',
        send: (address, beside) =>
          shop.call(`/api/my/addresses/${known}`, { as: reader, method: 'PATCH', json: { ...address, ...beside } }),
        stored: async () => (await book(reader))[0],
      },
    ],
    [
      'PUT /orders/{id}/shipping-address',
      {
        field: '',
        send: (address, beside) =>
          shop.call(`/api/orders/${order.id}/shipping-address`, {
            as: order.buyer,
            method: 'PUT',
            json: { name: 'Sam Porter', ...address, ...beside },
          }),
        stored: orderAddress,
      },
    ],
    [
      'PUT /admin/orders/{id}/shipping-address',
      {
        field: '',
        send: (address, beside) =>
          shop.call(`/api/admin/orders/${order.id}/shipping-address`, {
            as: admin,
            method: 'PUT',
            json: { name: 'Sam Porter', reason: 'Asked by phone', ...address, ...beside },
          }),
        stored: orderAddress,
      },
    ],
    [
      'POST /prizes/{id}/accept',
      {
        field: 'shipTo',
        send: (address, beside) =>
          shop.call(`/api/prizes/${won.id}/accept`, {
            json: { key, isEligible: true, shipTo: { name: 'Sam Porter', ...address }, ...beside },
          }),
        stored: async () => (await prizes.winner(won.id)).shipTo,
      },
    ],
    [
      'POST /admin/winners/{id}/accept',
      {
        field: 'shipTo',
        send: (address, beside) =>
          shop.call(`/api/admin/winners/${answered.id}/accept`, {
            as: admin,
            json: { shipTo: { name: 'Sam Porter', ...address }, reason: 'By phone', ...beside },
          }),
      },
    ],
    [
      'POST /giveaways/{id}/free-entries',
      {
        field: '',
        send: (address, beside) =>
          shop.call(`/api/giveaways/${open.id}/free-entries`, {
            json: { name: 'Ida Lund', email: newEmail(), birthDate: '1990-05-04', ...address, ...beside },
          }),
      },
    ],
    [
      'POST /admin/users/create',
      {
        field: 'address',
        send: (address, beside) =>
          shop.call('/api/admin/users/create', {
            as: admin,
            json: {
              name: 'Sam Porter',
              email: newEmail(),
              phone: '+18015550100',
              birthday: '1990-05-17',
              address,
              ...beside,
            },
          }),
      },
    ],
    [
      'PATCH /admin/users/{id}',
      {
        field: 'address',
        send: (address, beside) =>
          shop.call(`/api/admin/users/${person.userId}`, {
            as: admin,
            method: 'PATCH',
            json: { address, reason: 'Asked by phone', ...beside },
          }),
        stored: async () =>
          (await shop.call(`/api/admin/users/profile?id=${person.userId}`, { as: admin })).json.address,
      },
    ],
  ]
  for (const [route, door] of list) doors.set(route, door)
})

const named = ({ field }: Door, part: string) => (field ? `${field}.${part}` : part)
const send = (door: Door, address: Address, beside: object = {}) => door.send({ ...LINES, ...address }, beside)
/** What the door says about the address. Other refusals, such as a proposal that is open already, are none. */
const saidOf = ({ json }: Awaited<ReturnType<typeof send>>) =>
  json?.code === 'address_mismatch' ? json.code : (json?.errors ?? 'taken')

it('each call with a ZIP code is in the list of doors, or no address of a person', () => {
  const routes = requestSchemasOf(createApi(shop)).flatMap(({ route, part, schema }) =>
    part === 'json' && [...fieldsOf(schema)].some(({ path }) => /(^|\.)postalCode$/.test(path)) ? [route] : [],
  )
  expect([...new Set(routes)].sort()).toEqual([...doors.keys(), ...Object.keys(OTHERS)].sort())
})

it('each door takes a good address, and one that it can mend, as it is written on parcels [B-5.38]', async () => {
  for (const [route, door] of doors) {
    const good = { city: 'Provo', state: 'UT', postalCode: '84601' }
    expect(saidOf(await send(door, good)), route).toBe('taken')
    expect(saidOf(await send(door, { city: 'Boston', state: 'Mass.', postalCode: '2108−1234' })), route).toBe('taken')
    if (door.stored)
      expect(await door.stored(), route).toMatchObject({ city: 'Boston', state: 'MA', postalCode: '02108-1234' })
  }
})

it('each door refuses what no post office knows, by its field [B-5.38]', async () => {
  for (const [route, door] of doors) {
    const before = await door.stored?.()
    const answer = await send(door, { city: 'Atlantis', state: 'UT', postalCode: 'ABCDE' })
    expect([answer.status, saidOf(answer)], route).toEqual([
      400,
      { [named(door, 'postalCode')]: ['Please enter a US ZIP code such as 84601'] },
    ])
    const unknown = await send(door, { city: 'Atlantis', state: 'ZZ', postalCode: '84601' })
    expect([unknown.status, Object.keys(saidOf(unknown))], route).toEqual([400, [named(door, 'state')]])
    expect(await door.stored?.(), route).toEqual(before)
  }
})

it('each door asks back an address that does not agree, and takes it once it is confirmed [B-5.39]', async () => {
  for (const [route, door] of doors) {
    const doubtful = { city: 'Provo', state: 'NV', postalCode: '84601' }
    const asked = await send(door, doubtful)
    expect([asked.status, saidOf(asked)], route).toEqual([400, 'address_mismatch'])
    expect(asked.json, route).toMatchObject({
      detail: 'City, state and ZIP code do not agree: the ZIP code 84601 is in Utah, not in Nevada.',
      suggestion: { city: 'Provo', state: 'UT', postalCode: '84601' },
      canConfirm: true,
    })
    expect(saidOf(await send(door, doubtful, { addressConfirmed: true })), route).toBe('taken')
    if (door.stored) expect(await door.stored(), route).toMatchObject(doubtful)
  }
})

it('no door takes an impossible address of military mail, even when it is confirmed [B-5.39]', async () => {
  for (const [route, door] of doors) {
    const answer = await send(door, { city: 'APO', state: 'NY', postalCode: '09499' }, { addressConfirmed: true })
    expect([answer.status, saidOf(answer)], route).toEqual([400, 'address_mismatch'])
    expect(answer.json, route).toMatchObject({ suggestion: { state: 'AE' }, canConfirm: false })
  }
})
