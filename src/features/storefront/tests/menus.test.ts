import { describe, expect, it } from 'vitest'
import { openTestShop, testShop } from '#app/testing/shop.ts'
import { DEFAULT_MENUS, type MenuEntry } from '#kernel/storefront/menus.ts'
import { closeAfter } from '#platform/testing/close-after.ts'
import type { AdminMenus } from '../contract.ts'

const shop = await testShop()
const owner = await shop.addUser({ admin: true, name: 'Robin Vance' })
const manager = await shop.addUser({ role: 'manager', name: 'Kim Doe' })

const read = async (): Promise<AdminMenus> => (await shop.call('/api/admin/menus', { as: owner })).json
const change = (json: object, as = owner) => shop.call('/api/admin/menus', { as, json, method: 'PATCH' })
const shown = () => shop.storefront.current().menus
const labels = (entries: readonly MenuEntry[] = []) => entries.map(({ label }) => label)

describe('menus', () => {
  it('begin with those of the shop, and a change is public [B-38.1]', async () => {
    const before = await read()
    expect(before).toMatchObject({ ...DEFAULT_MENUS, hidden: [], version: 1, updatedAt: null })
    const header = [
      { label: 'Gear', href: '/store?sort=newest' },
      { label: 'Blog', href: 'https://blog.example/a b' },
    ]
    const answer = await change({ header, version: before.version })
    expect(answer.json).toMatchObject({ version: 2, footer: DEFAULT_MENUS.footer })
    expect(answer.json.header[1].href).toBe('https://blog.example/a%20b')
    await expect.poll(() => labels(shown()?.header)).toEqual(['Gear', 'Blog'])
    // Open pages follow this answer.
    await expect
      .poll(async () => labels((await shop.call('/api/settings')).json.menus?.header))
      .toEqual(['Gear', 'Blog'])
    const log = await shop.call('/api/admin/records?type=menus', { as: owner })
    expect(log.json.records[0]).toMatchObject({ action: 'changed', subject: { type: 'menus' } })

    await change(DEFAULT_MENUS)
    await expect.poll(shown).toBeUndefined()
  })

  it('reach another process by their signal [B-38.1]', async () => {
    const second = await openTestShop({ database: shop.database })
    closeAfter(second.stop)
    await change({ header: [{ label: 'Elsewhere', href: '/' }] })
    const there = () => labels(second.storefront.current().menus?.header)
    await expect.poll(there).toEqual(['Elsewhere'])
  })

  it('two staff who edit them lose nothing [B-38.4]', async () => {
    const { version } = await read()
    await change({ footer: [{ label: 'Fair', href: '/fair' }], version }, manager)
    const late = await change({ header: [{ label: 'Home', href: '/' }], version })
    expect(late.status).toBe(409)
    expect(late.json).toMatchObject({
      code: 'version_conflict',
      ...{ by: 'Kim Doe', version: version + 1, footer: [{ label: 'Fair', href: '/fair' }] },
    })
  })

  it.each([
    ['javascript:alert(1)'],
    [' JaVaScRiPt:alert(1)'],
    ['data:text/html,x'],
    ['http://plain.example/'],
    ['mailto:a@b.example'],
    ['store'],
    ['/nowhere'],
    ['/api/settings'],
  ])('an entry does not lead to %s [B-38.2]', async href => {
    const { status, json } = await change({ header: [{ label: 'Out', href }] })
    expect(status).toBe(400)
    expect(json.errors['header.0.href']).toEqual([
      'Use an address of the shop, such as /store, or one that begins with https://',
    ])
  })

  it.each([
    ['//other.example/a', 'https://other.example/a'],
    ['/\\other.example', 'https://other.example/'],
    ['/legal#terms', '/legal#terms'],
  ])('an entry keeps %s as a browser reads it [B-38.2]', async (href, stored) => {
    const { json } = await change({ header: [{ label: 'Out', href }] })
    expect(json.header).toEqual([{ label: 'Out', href: stored }])
  })

  it('have bounds with sentences [B-38.2]', async () => {
    const entries = (count: number) => Array.from({ length: count }, (_, at) => ({ label: `Entry ${at}`, href: '/' }))
    const errorsOf = async (json: object) => (await change(json)).json.errors
    expect(await errorsOf({ header: entries(7) })).toEqual({ header: ['The header has at most 6 entries'] })
    expect(await errorsOf({ header: [] })).toEqual({ header: ['The header needs one entry at least'] })
    expect(await errorsOf({ footer: entries(9) })).toEqual({ footer: ['The footer has at most 8 entries of yours'] })
    expect(await errorsOf({ footer: [...entries(1), ...entries(1)] })).toEqual({ footer: ['Each entry once'] })
    expect(await errorsOf({ footer: [{ label: 'x'.repeat(31), href: '/' }] })).toEqual({
      'footer.0.label': ['Please use at most 30 characters'],
    })
    expect((await change({ header: entries(6), footer: entries(8) })).status).toBe(200)
  })

  it('an entry of a draft, a deleted or an unknown page is left out and flagged [B-38.3]', async () => {
    const page = { slug: 'sizes', title: 'Sizes', body: '<p>Wide.</p>' }
    const made = await shop.call('/api/admin/pages', { as: owner, json: { ...page, isDraft: true } })
    const editPage = (json: object) =>
      shop.call(`/api/admin/pages/${made.json.id}`, { as: owner, json, method: 'PATCH' })
    const footer = ['/pages/sizes', '/pages/none', '/store'].map(href => ({ label: href, href }))
    const { json } = await change({ header: DEFAULT_MENUS.header, footer })
    expect(json.hidden).toEqual([
      { href: '/pages/sizes', reason: 'draft' },
      { href: '/pages/none', reason: 'missing' },
    ])
    await expect.poll(() => labels(shown()?.footer)).toEqual(['/store'])

    await editPage({ isDraft: false })
    await expect.poll(() => labels(shown()?.footer)).toEqual(['/pages/sizes', '/store'])
    // A former address leads on.
    await editPage({ slug: 'fit' })
    await expect.poll(async () => (await read()).hidden).toEqual([{ href: '/pages/none', reason: 'missing' }])
    await shop.call(`/api/admin/pages/${made.json.id}`, { as: owner, method: 'DELETE' })
    await expect.poll(() => labels(shown()?.footer)).toEqual(['/store'])
  })

  it('staff without the right neither read nor write them [B-38.1]', async () => {
    for (const role of ['support', 'fulfilment', 'draw-officer'] as const) {
      const as = await shop.addUser({ role })
      expect((await shop.call('/api/admin/menus', { as })).status).toBe(403)
      expect((await change({ header: [{ label: 'Home', href: '/' }] }, as)).status).toBe(403)
    }
  })
})
