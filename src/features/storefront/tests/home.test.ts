import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { removeUnusedPictures } from '#adapters/images/remove-unused.server.ts'
import { openTestShop, testShop } from '#app/testing/shop.ts'
import { DEFAULT_HOME, type HomeSection } from '#kernel/storefront/home/home.ts'
import { DAY_MS } from '#kernel/values/durations.ts'
import { closeAfter } from '#platform/testing/close-after.ts'
import type { AdminHome } from '../home-contract.ts'

const shop = await testShop()
const signIn = () => shop.addUser({ admin: true, name: 'Robin Vance' })
let owner = await signIn()
const manager = await shop.addUser({ role: 'manager', name: 'Kim Doe' })

const read = async (): Promise<AdminHome> => (await shop.call('/api/admin/home', { as: owner })).json
const save = (sections: object, version?: number, as = owner) =>
  shop.call('/api/admin/home', { as, json: { sections, ...(version && { version }) }, method: 'PUT' })
const publish = (json: object = {}, as = owner) => shop.call('/api/admin/home/publish', { as, json, method: 'POST' })
const discard = (query = '') => shop.call(`/api/admin/home/draft${query}`, { as: owner, method: 'DELETE' })
const shown = async (at = shop): Promise<HomeSection[] | null> => (await at.call('/api/home')).json.sections
const shownIds = async (at = shop) => (await shown(at))?.map(({ id }) => id) ?? null

type Change = Partial<Record<HomeSection['id'], object>>
/** The shop's own sections with changes, as a caller sends them. */
const sectionsWith = (change: Change = {}, order: readonly string[] = DEFAULT_HOME.map(({ id }) => id)) =>
  order.map(id => ({ id, ...change[id as HomeSection['id']] }))
const reset = async () => {
  await save(sectionsWith())
  await publish()
  await expect.poll(() => shown()).toBeNull()
}

const NEW_ORDER = ['hero', 'products', 'facts', 'benefits', 'steps', 'giveaways', 'closing']
const CHANGE: Change = {
  hero: {
    headline: 'Northern <b>gear</b>.',
    text: '',
    buttons: [{ label: 'Look', href: 'https://blog.example/a b' }],
  },
  steps: { isShown: false },
  benefits: { items: [{ id: 'earns', headline: 'At {shop}' }] },
}

describe('the home page', () => {
  it('begins as the shop’s own, and a draft is public with its publication alone [B-38.9] [B-38.13]', async () => {
    const before = await read()
    expect(before).toEqual({
      ...{ sections: DEFAULT_HOME, published: DEFAULT_HOME, hasDraft: false, hidden: [], version: 1, updatedAt: null },
    })
    expect(await shown()).toBeNull()
    const drafted = await save(sectionsWith(CHANGE, NEW_ORDER), before.version)
    expect(drafted.json).toMatchObject({ hasDraft: true, version: 2, published: DEFAULT_HOME })
    expect(drafted.json.sections.map(({ id }: HomeSection) => id)).toEqual(NEW_ORDER)
    expect(await shown()).toBeNull()

    expect((await publish({ version: 2 })).json).toMatchObject({ hasDraft: false, version: 3 })
    await expect.poll(() => shownIds()).toEqual(NEW_ORDER.filter(id => id !== 'steps'))
    const [hero, , , benefits] = (await shown())!
    expect(hero).toMatchObject({
      ...{ headline: 'Northern <b>gear</b>.', text: '', picture: null },
      buttons: [{ label: 'Look', href: 'https://blog.example/a%20b' }],
    })
    // What staff did not write follows the release.
    expect(benefits!.items![0]).toMatchObject({ headline: 'At {shop}', text: DEFAULT_HOME[5]!.items![0]!.text })
    const { content } = await shop.services.db
      .selectFrom('storefront_part')
      .select('content')
      .where('name', '=', 'home')
      .executeTakeFirstOrThrow()
    expect(content).toContainEqual({ id: 'benefits', items: [{ id: 'earns', headline: 'At {shop}' }] })
    expect(content).toContainEqual({ id: 'facts' })
    const log = await shop.call('/api/admin/records?type=home', { as: owner })
    expect(log.json.records.map(({ action }: { action: string }) => action)).toEqual(['published', 'saved a draft of'])
    await reset()
  })

  it('a draft is discarded, and a draft of what is public is none [B-38.9]', async () => {
    await save(sectionsWith(CHANGE))
    const drafted = await read()
    expect((await discard(`?version=${drafted.version}`)).json).toMatchObject({
      hasDraft: false,
      sections: DEFAULT_HOME,
    })
    for (const answer of [await discard(), await publish()])
      expect([answer.status, answer.json.code, answer.json.detail]).toEqual([
        ...[409, 'no_home_draft', 'The home page has no draft. What it shows is public already.'],
      ])
    expect((await save(sectionsWith())).json.hasDraft).toBe(false)
  })

  it('is published in another process by its signal [B-38.9]', async () => {
    const second = await openTestShop({ database: shop.database })
    closeAfter(second.stop)
    await save(sectionsWith(CHANGE))
    expect(await shownIds(second)).toBeNull()
    await publish()
    await expect.poll(() => shownIds(second)).toEqual(DEFAULT_HOME.map(({ id }) => id).filter(id => id !== 'steps'))
    await reset()
  })

  it('two staff who edit it lose nothing, and one publishes no draft that the other did not see [B-38.11]', async () => {
    const { version } = await read()
    await save(sectionsWith({ giveaways: { headline: 'Win' } }), version, manager)
    const late = await save(sectionsWith(CHANGE), version)
    expect([late.status, late.json.code, late.json.by, late.json.version]).toEqual([
      ...[409, 'version_conflict', 'Kim Doe', version + 1],
    ])
    expect(late.json.sections[3]).toMatchObject({ id: 'giveaways', headline: 'Win' })
    for (const answer of [await publish({ version }), await discard(`?version=${version}`)])
      expect([answer.status, answer.json.code]).toEqual([409, 'version_conflict'])
    expect(await shown()).toBeNull()
    await discard()
  })

  const LONG = 'x'.repeat(81)
  const PLACE = 'Use an address of the shop, such as /store, or one that begins with https://'
  it.each<[name: string, sections: () => object[], path: string, sentence: RegExp]>([
    ['an unknown section', () => [...sectionsWith(), { id: 'x' }], 'sections.7.id', /^There is no section “x”\.$/],
    ['a section twice', () => [...sectionsWith(), { id: 'steps' }], 'sections.7.id', /“Steps” is there twice/],
    ['a missing section', () => sectionsWith().slice(0, 6), 'sections', /“Closing” \(closing\) is missing/],
    ['the opening later', () => sectionsWith().reverse(), 'sections.6.id', /stays first/],
    ['no opening', () => sectionsWith({ hero: { isShown: false } }), 'sections.0.isShown', /cannot be switched off/],
    ['no facts', () => sectionsWith({ facts: { isShown: false } }), 'sections.1.isShown', /no purchase is necessary/],
    ['a text of facts', () => sectionsWith({ facts: { headline: 'Ours' } }), 'sections.1.headline', /has no headline/],
    ['buttons of steps', () => sectionsWith({ steps: { buttons: [] } }), 'sections.2.buttons', /has no buttons/],
    ['no headline', () => sectionsWith({ hero: { headline: '  ' } }), 'sections.0.headline', /write the headline/],
    ['a long headline', () => sectionsWith({ hero: { headline: LONG } }), 'sections.0.headline', /at most 80/],
    [
      'a button by javascript',
      () => sectionsWith({ hero: { buttons: [{ label: 'A', href: ' JavaScript:alert(1)' }] } }),
      'sections.0.buttons.0.href',
      new RegExp(PLACE.replace('.', '\\.')),
    ],
    [
      'three buttons',
      () => sectionsWith({ hero: { buttons: Array(3).fill({ label: 'A', href: '/' }) } }),
      'sections.0.buttons',
      /at most 2 buttons/,
    ],
    [
      'a picture of another folder',
      () => sectionsWith({ hero: { picture: { image: 's3:winners/a/b', alt: 'A' } } }),
      'sections.0.picture.image',
      /Upload the picture first/,
    ],
    [
      'a picture without words',
      () => sectionsWith({ hero: { picture: { image: 's3:home/a', alt: ' ' } } }),
      'sections.0.picture.alt',
      /say what the picture shows/,
    ],
    [
      'a picture that was never uploaded',
      () => sectionsWith({ closing: { picture: { image: 's3:home/a', alt: 'A' } } }),
      'sections.6.picture',
      /upload this picture again/,
    ],
    [
      'an unknown part',
      () => sectionsWith({ steps: { items: [{ id: 'x' }] } }),
      'sections.2.items.0.id',
      /has no part “x”/,
    ],
    [
      'what the shop says of the draw',
      () => sectionsWith({ steps: { items: [{ id: 'check', text: 'Trust us.' }] } }),
      'sections.2.items.0.text',
      /writes this text itself/,
    ],
    ['a price', () => sectionsWith({ hero: { text: 'From $1,500 on' } }), 'sections.0.text', /leave “\$1,500” out/],
    ['odds', () => sectionsWith({ hero: { text: 'Odds of 1 in 20!' } }), 'sections.0.text', /computes odds/],
    ['an age', () => sectionsWith({ hero: { text: 'For 18 and older' } }), 'sections.0.text', /write {minimumAge}/],
    [
      'the legal sentence',
      () => sectionsWith({ giveaways: { headline: 'No Purchase Necessary' } }),
      'sections.3.headline',
      /the shop says it where/,
    ],
    [
      'an unknown field',
      () => sectionsWith({ hero: { text: '{price} {shop}' } }),
      'sections.0.text',
      /no field {price}/,
    ],
    ['a brace', () => sectionsWith({ hero: { text: 'a { b' } }), 'sections.0.text', /A brace begins a field/],
  ])('refuses %s with a sentence at its place [B-38.10]', async (_, sections, path, sentence) => {
    const { status, json } = await save(sections())
    expect([status, Object.keys(json.errors)]).toEqual([400, expect.arrayContaining([path])])
    expect(json.errors[path].join(' ')).toMatch(sentence)
    expect((await read()).hasDraft).toBe(false)
  })

  it('a button to a draft page is left out of the page, and staff see why [B-38.13]', async () => {
    const page = { slug: 'fit', title: 'Fit', body: '<p>Wide.</p>', isDraft: true }
    const made = await shop.call('/api/admin/pages', { as: owner, json: page })
    const buttons = ['/pages/fit', '/store'].map(href => ({ label: href, href }))
    const { json } = await save(sectionsWith({ hero: { buttons } }))
    expect(json.hidden).toEqual([{ href: '/pages/fit', reason: 'draft' }])
    await publish()
    const hrefs = async () => (await shown())?.[0]?.buttons?.map(({ href }) => href)
    await expect.poll(hrefs).toEqual(['/store'])
    const edit = { as: owner, json: { isDraft: false }, method: 'PATCH' }
    await shop.call(`/api/admin/pages/${made.json.id}`, edit)
    await expect.poll(hrefs).toEqual(['/pages/fit', '/store'])
    await reset()
  })

  it('staff without the right neither read, write nor publish it, and a visitor has no way to a draft [B-38.9]', async () => {
    for (const role of ['support', 'fulfilment', 'draw-officer'] as const) {
      const as = await shop.addUser({ role })
      expect((await shop.call('/api/admin/home', { as })).status).toBe(403)
      expect((await save(sectionsWith(), undefined, as)).status).toBe(403)
      expect((await publish({}, as)).status).toBe(403)
    }
    expect((await shop.call('/api/admin/home')).status).toBe(401)
  })
})

describe('a picture of the home page', () => {
  const png = async (width = 900, height = 600) =>
    new Uint8Array(
      await sharp({ create: { width, height, channels: 3, background: '#1f6feb' } })
        .png()
        .toBuffer(),
    )
  function upload(name: string, bytes: Uint8Array<ArrayBuffer>) {
    const body = new FormData()
    body.append('files', new File([bytes], name))
    const headers = { 'idempotency-key': crypto.randomUUID() }
    return shop.call('/api/admin/home/images', { as: owner, body, headers, method: 'POST' })
  }

  it('has the sizes of every upload and words for screen readers; one of 50 MB is refused [B-38.12]', async () => {
    const { json } = await upload('hero.png', await png())
    const [{ image, src }] = json.images
    expect(image).toMatch(/^s3:home\/[\w-]{24}$/)
    for (const ending of ['320.avif', '640.webp', '1200.avif'])
      expect((await shop.call(`${src}-${ending}`)).status, ending).toBe(200)
    await save(sectionsWith({ hero: { picture: { image, alt: 'A tent at dusk' } } }))
    await publish()
    await expect.poll(async () => (await shown())?.[0]?.picture).toEqual({ image, src, alt: 'A tent at dusk' })
    await reset()
    const large = await upload('large.png', new Uint8Array(50 * 1024 * 1024))
    expect([large.json.status, large.json.errors['files.0'][0]]).toEqual([413, 'large.png is larger than 5 MB.'])
    const script = await upload('page.png', new TextEncoder().encode('<svg onload="alert(1)"/>'))
    expect([script.json.status, script.json.code]).toEqual([415, 'picture_unreadable'])
  })

  it('stays while draft or page name it, and goes a day after neither does [B-38.12]', async () => {
    const { image, src } = (await upload('kept.png', await png(700, 500))).json.images[0]
    const sectionsNaming = (alt: string) => sectionsWith({ closing: { picture: { image, alt } } })
    const stays = async () => (await shop.call(`${src}-320.webp`)).status
    const tend = async () => {
      shop.clock.advance(2 * DAY_MS)
      // No session lasts two days.
      owner = await signIn()
      await removeUnusedPictures(shop.system)
    }
    await save(sectionsNaming('Dusk'))
    await tend()
    expect(await stays()).toBe(200)
    await publish()
    // A draft without it leaves it to the page.
    await save(sectionsWith())
    await tend()
    expect(await stays()).toBe(200)
    await publish()
    await removeUnusedPictures(shop.system)
    expect(await stays()).toBe(200)
    await tend()
    expect(await stays()).toBe(404)
    const late = await save(sectionsNaming('Dusk'))
    expect(late.json.errors).toEqual({ 'sections.6.picture': ['Please upload this picture again.'] })
  })
})
