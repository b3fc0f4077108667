import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { DemoPicture } from './demo-types.ts'
import { DEMO_GIVEAWAYS } from './giveaways.ts'
import { DEMO_PEOPLE } from './people.ts'
import { DEMO_PRODUCTS } from './products.ts'
import { DEMO_REVIEWS } from './reviews.ts'

const TIERS = ['Bronze', 'Silver', 'Gold', 'Platinum'] as const
const here = import.meta.dirname
const pictures = JSON.parse(await readFile(join(here, 'pictures.json'), 'utf8')) as DemoPicture[]
const pictureNames = new Set(pictures.map(({ name }) => name))

function expectUnique(values: readonly unknown[]) {
  expect(values.length).toBe(new Set(values).size)
}

describe('demo products', () => {
  it('demo products have unique slugs, SKUs and display orders', () => {
    expectUnique(DEMO_PRODUCTS.map(({ slug }) => slug))
    expectUnique(DEMO_PRODUCTS.flatMap(({ variants }) => variants.map(({ sku }) => sku)))
    expectUnique(DEMO_PRODUCTS.flatMap(({ displayOrder }) => displayOrder ?? []))
  })

  it('demo products are at least four in every tier, with sale prices below prices', () => {
    for (const tier of TIERS)
      expect(DEMO_PRODUCTS.filter(product => product.tier === tier).length).toBeGreaterThanOrEqual(4)
    for (const { priceCents, salePriceCents } of DEMO_PRODUCTS) expect(salePriceCents ?? 0).toBeLessThan(priceCents)
  })

  it('demo products include the sticker on sale and the wristband', () => {
    const bySlug = (slug: string) => DEMO_PRODUCTS.find(product => product.slug === slug)
    expect(bySlug('star-fort-sticker')).toMatchObject({
      tier: 'Bronze',
      priceCents: 2000,
      salePriceCents: 1500,
      entries: 1,
    })
    expect(bySlug('garrison-wristband')).toMatchObject({ tier: 'Silver', priceCents: 4000, entries: 2 })
    expect(bySlug('premium-monthly')).toMatchObject({ priceCents: 2499, isSubscription: true, interval: 'month' })
    expect(bySlug('premium-yearly')).toMatchObject({ priceCents: 12 * 2499, isSubscription: true, interval: 'year' })
  })

  it('demo products show pictures that exist, and a variant only pictures of its product', () => {
    for (const { pictures: shown, variants } of DEMO_PRODUCTS) {
      expect(shown.length).toBeGreaterThan(0)
      for (const name of shown) expect(pictureNames).toContain(name)
      for (const { pictureName } of variants) if (pictureName) expect(shown).toContain(pictureName)
    }
  })

  it('demo products are described fully', () => {
    for (const { features, specifications } of DEMO_PRODUCTS) {
      expect(features.length).toBeGreaterThanOrEqual(4)
      expect(features.length).toBeLessThanOrEqual(6)
      expect(Object.keys(specifications).length).toBeGreaterThanOrEqual(5)
      expect(Object.keys(specifications).length).toBeLessThanOrEqual(8)
    }
  })
})

describe('demo giveaways', () => {
  it('demo giveaways come in every state and fit their limits', () => {
    expect(new Set(DEMO_GIVEAWAYS.map(({ state }) => state)).size).toBe(8)
    expectUnique(DEMO_GIVEAWAYS.map(({ slug }) => slug))
    for (const giveaway of DEMO_GIVEAWAYS) {
      for (const name of giveaway.pictures) expect(pictureNames).toContain(name)
      const entrants = DEMO_PEOPLE.filter(
        person => !person.isAdmin && (person.isSubscriber || !membersFirst(giveaway.state)),
      )
      expect(giveaway.fill).toBeLessThanOrEqual(giveaway.totalSlots)
      expect(giveaway.fill).toBeLessThanOrEqual(entrants.length * giveaway.entryLimit)
      if (giveaway.endsInDays !== null) expect(giveaway.endsInDays).toBeGreaterThan(giveaway.startsInDays)
    }
  })
})

function membersFirst(state: string) {
  return state === 'members-only' || state === 'upcoming-early-access'
}

describe('demo users', () => {
  it('demo users are over 21, each with an address, an e-mail and a phone number', () => {
    expectUnique(DEMO_PEOPLE.map(({ email }) => email))
    expectUnique(DEMO_PEOPLE.map(({ phone }) => phone))
    for (const { phone, birthDate, address, email } of DEMO_PEOPLE) {
      expect(phone).toMatch(/^\+1\d{3}55501\d{2}$/)
      expect(birthDate < '2000-01-01').toBe(true)
      expect(address.postalCode).toMatch(/^\d{5}$/)
      expect(email).toMatch(/@(example\.com|redoubt\.test)$/)
    }
  })
})

describe('demo reviews', () => {
  it('demo reviews belong to products that exist', () => {
    expect(DEMO_REVIEWS.length).toBeGreaterThanOrEqual(90)
    const slugs = new Set(DEMO_PRODUCTS.map(({ slug }) => slug))
    for (const { product } of DEMO_REVIEWS) expect(slugs).toContain(product)
  })
})

describe('demo pictures', () => {
  it('demo pictures have all their files and a small placeholder', () => {
    for (const { name, folder, widths, placeholder } of pictures) {
      const at = folder === 'pictures' ? join(here, '../../public/pictures') : join(here, 'pictures', folder)
      for (const width of widths)
        for (const format of ['avif', 'webp']) expect(existsSync(join(at, `${name}-${width}.${format}`))).toBe(true)
      expect(placeholder.length).toBeLessThanOrEqual(270)
    }
  })
})
