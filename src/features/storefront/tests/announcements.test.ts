import { beforeEach, describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import type { AdminAnnouncement } from '../contract.ts'

const shop = await testShop()
const owner = await shop.addUser({ admin: true, name: 'Robin Vance' })
const manager = await shop.addUser({ role: 'manager', name: 'Kim Doe' })

const inMinutes = (minutes: number) => new Date(+shop.clock.now() + minutes * 60_000).toISOString()
const input = (values: object = {}) => ({
  ...{ text: 'We move this week.', href: '', beginsAt: inMinutes(-1), endsAt: inMinutes(1) },
  ...values,
})
const add = (values: object = {}, as = owner) => shop.call('/api/admin/announcements', { as, json: input(values) })
const change = (id: string, values: object, as = owner) =>
  shop.call(`/api/admin/announcements/${id}`, { as, json: input(values), method: 'PATCH' })
const list = async (): Promise<AdminAnnouncement[]> =>
  (await shop.call('/api/admin/announcements', { as: owner })).json.announcements
const shown = () => shop.storefront.current().announcement?.text

beforeEach(async () => {
  for (const { id } of await list()) await shop.call(`/api/admin/announcements/${id}`, { as: owner, method: 'DELETE' })
  await expect.poll(shown).toBeUndefined()
})

describe('an announcement', () => {
  it('is shown from its begin to its end, by the clock alone [B-38.7]', async () => {
    await add({ text: 'Soon', beginsAt: inMinutes(2), endsAt: inMinutes(4) })
    // The process reads all at once: one that knows the second knows the first.
    await add({ text: 'Now' })
    await expect.poll(shown).toBe('Now')
    expect((await list()).map(({ text, state }) => [text, state])).toEqual([
      ['Soon', 'scheduled'],
      ['Now', 'shown'],
    ])
    expect(shop.storefront.changesAt()).toBe(Date.parse(inMinutes(1)))
    shop.clock.advance(60_000)
    expect(shown()).toBeUndefined()
    shop.clock.advance(60_000)
    expect(shown()).toBe('Soon')
    expect((await list()).map(({ state }) => state)).toEqual(['shown', 'over'])
    shop.clock.advance(2 * 60_000)
    expect(shown()).toBeUndefined()
    expect(shop.storefront.changesAt()).toBeUndefined()
  })

  it('covers one that began before it [B-38.7]', async () => {
    await add({ text: 'Long', beginsAt: inMinutes(-5), endsAt: inMinutes(5) })
    await add({ text: 'Short' })
    await expect.poll(shown).toBe('Short')
    expect((await list()).map(({ state }) => state)).toEqual(['shown', 'covered'])
    shop.clock.advance(60_000)
    expect(shown()).toBe('Long')
  })

  it('has another key after a change, so that a visitor who closed it sees the new words [B-38.8]', async () => {
    const { json } = await add()
    await expect.poll(shown).toBe('We move this week.')
    const key = shop.storefront.current().announcement?.key
    expect((await change(json.id, { text: 'We have moved.', version: 1 }, manager)).status).toBe(200)
    await expect.poll(shown).toBe('We have moved.')
    expect(shop.storefront.current().announcement?.key).not.toBe(key)
    const late = await change(json.id, { text: 'Other', version: 1 })
    expect([late.status, late.json.code, late.json.by, late.json.text]).toEqual([
      409,
      'version_conflict',
      'Kim Doe',
      'We have moved.',
    ])
  })

  it.each([
    [{ text: ' ' }, 'text', 'Please write the announcement'],
    [{ text: 'x'.repeat(161) }, 'text', 'Please use at most 160 characters'],
    [{ text: 'a\nb' }, 'text', 'Please write one line'],
    [
      { href: 'javascript:alert(1)' },
      'href',
      'Use an address of the shop, such as /store, or one that begins with https://',
    ],
    [{ endsAt: undefined }, 'endsAt', 'End is required'],
    [{ endsAt: '2026-01-01T00:00:00Z' }, 'endsAt', 'The end is after the begin'],
  ])('is refused for %o [B-38.7]', async (values, name, sentence) => {
    const { status, json } = await add(values)
    expect([status, json.errors]).toEqual([400, { [name]: [sentence] }])
  })

  it('staff without the right neither read nor write them [B-38.7]', async () => {
    const { json } = await add()
    for (const role of ['support', 'fulfilment', 'draw-officer'] as const) {
      const as = await shop.addUser({ role })
      expect((await shop.call('/api/admin/announcements', { as })).status).toBe(403)
      expect((await add({}, as)).status).toBe(403)
      expect((await change(json.id, {}, as)).status).toBe(403)
    }
  })
})
