import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { newTestShop, openTestShop, testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { requireTrueFacts } from '#features/giveaways/lifecycle/commands/true-facts.server.ts'
import { requireFirstSale } from '#features/orders/checkout/commands/first-sale.server.ts'
import { DEFAULT_SETTINGS } from '#kernel/settings.ts'
import { closeAfter } from '#platform/testing/close-after.ts'
import { openShop } from './open-shop.server.ts'

const shop = await newTestShop({ connections: 20 })
let owner: TestUser
beforeAll(async () => {
  owner = await shop.addUser({ admin: true })
})

const open = (json: unknown = {}, as = owner) => shop.call('/api/admin/open', { as, json })
const codesOf = (json: { missing: { code: string }[] }) => json.missing.map(({ code }) => code)
const isOpen = async () => (await shop.call('/api/settings')).json.isOpen

async function uploadedMark(): Promise<string> {
  const body = new FormData()
  body.append('files', new File([await readFile('public/icons/icon-192.png')], 'mark.png', { type: 'image/png' }))
  return (await shop.call('/api/admin/settings/images', { as: owner, body })).json.images[0].image
}

const FACTS = {
  brand: { name: 'Northline Outfitters', shortName: 'Northline' },
  sender: { address: 'post@northline.example' },
  supportEmail: 'help@northline.example',
  contact: {
    company: 'Northline LLC',
    privacyEmail: 'privacy@northline.example',
    address: ['1 Main Street', 'Albany, NY 12207'],
    mailIn: ['Northline Entries', 'PO Box 1', 'Albany, NY 12207'],
  },
}

describe('opening a new shop', () => {
  it('the answer lists what is missing, each with its screen, and the shop stays closed [B-35.3]', async () => {
    for (const body of [{}, { word: 'open' }, { word: 7 }, { word: null }]) {
      const { status, json } = await open(body)
      expect([status, json.code], JSON.stringify(body)).toEqual([409, 'not_ready'])
      expect(codesOf(json)).toEqual(['name', 'logo', 'contact', 'mail_in', 'sender', 'tax', 'legal', 'offer'])
      for (const part of json.missing) expect(part).toMatchObject({ title: /./, link: /^\/admin\?tab=/ })
    }
    expect(await isOpen()).toBe(false)
  })

  it('the list gets shorter with each thing that is done, and the checklist shows the same [B-35.3]', async () => {
    await shop.changeSettings({ ...FACTS, tax: { mode: 'fixed' } })
    await shop.changeSettings({ brand: { mark: await uploadedMark() } })
    await shop.call('/api/admin/setup/test-message', { as: owner, json: { channel: 'email' } })
    await shop.settleJobs()
    expect(codesOf((await open()).json)).toEqual(['legal', 'offer'])
    const { json } = await shop.call('/api/admin/setup', { as: owner })
    expect([json.isOpen, codesOf(json), json.unread.length]).toEqual([false, ['legal', 'offer'], 5])
    const documents = json.unread.map(({ kind, version }: { kind: string; version: number }) => ({ kind, version }))
    const read = await shop.call('/api/admin/setup/legal-texts', { as: owner, json: { documents } })
    expect(read.json).toEqual({ unread: [] })
    expect(codesOf((await open()).json)).toEqual(['offer'])
  })

  it('a changed fact makes the legal texts unread again [B-35.3]', async () => {
    await shop.changeSettings({ contact: { company: 'Northline Outfitters LLC' } })
    await shop.settleJobs()
    expect(codesOf((await open()).json)).toEqual(['legal', 'offer'])
  })

  it('staff without the right, and an owner whose sign-in is old, open nothing [B-35.4]', async () => {
    const support = await shop.addUser({ role: 'manager' })
    expect((await open({ word: 'OPEN' }, support)).status).toBe(403)
    const shopper = await shop.addUser()
    expect((await open({ word: 'OPEN' }, shopper)).status).toBe(403)
    expect((await shop.call('/api/admin/open', { json: {} })).status).toBe(401)
    expect(await isOpen()).toBe(false)
  })

  it('in production the word opens nothing [B-35.4]', async () => {
    await expect(openShop({ ...shop.system, mode: 'production' }, 'OPEN')).rejects.toMatchObject({ code: 'not_ready' })
  })

  it('the word opens a demo whatever is missing, for twenty presses at once one time, and all are told once [B-35.5]', async () => {
    const email = 'kim@visitor.example'
    await shop.call('/api/opening/requests', { json: { email } })
    await shop.settleJobs()
    const [letter] = await shop.outbox(email)
    const token = new URL(/https?:\S+\/opening\?token=\S+/.exec(letter!.text)![0]).searchParams.get('token')
    await shop.call('/api/opening/link', { json: { token, action: 'confirm' } })
    const answers = await Promise.all(Array.from({ length: 20 }, () => open({ word: 'OPEN' })))
    expect(answers.map(({ status, json }) => [status, json])).toEqual(
      Array(20).fill([200, { success: true, isOpen: true }]),
    )
    await shop.settleJobs()
    expect(await isOpen()).toBe(true)
    const { rows } = await shop.services.pool.query(`select * from audit_log where action = 'opened'`)
    expect(rows).toHaveLength(1)
    expect((await shop.outbox(email)).map(({ subject }) => subject)).toEqual([
      'Northline Outfitters is open',
      'Confirm: tell you when Northline Outfitters opens?',
    ])
    expect((await shop.call('/api/products')).status).toBe(200)
  })

  it('a change of settings does not close an open shop, and cannot open one', async () => {
    await shop.changeSettings({ minimumAge: 22 })
    expect(await isOpen()).toBe(true)
    const { version } = (await shop.call('/api/admin/settings', { as: owner })).json
    const sent = await shop.call('/api/admin/settings', {
      as: owner,
      method: 'PATCH',
      json: { version, settings: { isOpen: false } },
    })
    expect(sent.status).toBe(400)
  })

  it('another process of the shop opens too', async () => {
    const fresh = await newTestShop()
    const second = await openTestShop({ database: fresh.database, isNew: true })
    closeAfter(second.stop)
    const boss = await fresh.addUser({ admin: true })
    expect((await second.call('/api/products')).status).toBe(403)
    await fresh.call('/api/admin/open', { as: boss, json: { word: 'OPEN' } })
    await expect.poll(async () => (await second.call('/api/products')).status).toBe(200)
  })
})

describe('settings that no signal carries', () => {
  it('long settings reach another process too', async () => {
    const first = await testShop()
    const second = await openTestShop({ database: first.database })
    closeAfter(second.stop)
    const lines = (letter: string) => Array.from({ length: 8 }, (_, n) => `${n} ${letter.repeat(90)}`)
    await first.changeSettings({
      contact: { address: lines('山'), mailIn: lines('川') },
      brand: { tagline: 'Ever northward.' },
    })
    await expect.poll(async () => (await second.call('/api/settings')).json.brand.tagline).toBe('Ever northward.')
  })
})

describe('facts that are examples', () => {
  it('the names of the demo are not the facts of another shop [B-35.3]', async () => {
    const demo = await testShop()
    const { readMissing } = await import('./missing.server.ts')
    const codes = (await readMissing(demo.system)).map(({ code }) => code)
    expect(codes).toEqual(expect.arrayContaining(['name', 'contact', 'mail_in']))
  })
})

describe('example data outside a demo', () => {
  it('no giveaway goes public and nothing is sold for the first time under example data [B-35.8]', async () => {
    const demo = await testShop()
    const production = Object.defineProperty({ ...demo.system, mode: 'production' as const }, 'settings', {
      get: () => demo.system.settings,
    })
    expect(() => requireTrueFacts(production)).toThrow(
      /The official rules would name example data: the name of the shop/,
    )
    await expect(requireFirstSale(production)).rejects.toMatchObject({ code: 'shop_not_open' })
    await demo.changeSettings(FACTS)
    expect(() => requireTrueFacts(production)).not.toThrow()
    await expect(requireFirstSale(production)).resolves.toBeUndefined()
    expect(() => requireTrueFacts({ ...production, mode: 'demo', settings: DEFAULT_SETTINGS })).not.toThrow()
  })
})
