import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter, RouterContextProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { ProductFacts, Promises } from '#features/catalog/product/product-facts.tsx'
import type { Product } from '#features/catalog/products/contract.ts'
import { rulesText } from '#features/giveaways/official-rules/rules-text.ts'
import type { Email } from '#features/notifications/email.ts'
import { renderEmail } from '#features/notifications/render-email.server.ts'
import { legalTextsOf } from '#features/pages/legal/legal-texts.ts'
import { loader as llmsTxt } from '#features/pages/llms-txt.ts'
import { siteContext } from '#kernel/client/calls/server-api.ts'
import { SettingsContext } from '#kernel/client/site.ts'
import type { Context } from '#kernel/context.ts'
import { DEFAULT_SETTINGS, defaultsOf, publicPartOf, type Settings } from '#kernel/settings.ts'
import { STATES } from '#kernel/shipping/us-states.ts'
import { DEMO_GIVEAWAYS } from '../../../../db/demo/giveaways.ts'
import { DEMO_PRODUCTS } from '../../../../db/demo/products.ts'
import { DEMO_REPLIES, DEMO_TICKETS } from '../../../../db/demo/tickets.ts'
import { testShop } from '../shop.ts'
import { visibleStrings } from './visible-strings.ts'

/** Every setting with a value that no shop has by default. */
const UNUSUAL: Settings = {
  minimumAge: 27,
  premium: { monthlyCents: 3137, monthlyBenefit: 'bonus-entries', earlyAccessHours: 73 },
  fee: { rate: 0.0613, clientShare: 0.59 },
  pricing: { display: 'all-in' },
  tax: { mode: 'destination', state: 'OH', rate: 0.0719, nexusStates: ['OH', 'NV'] },
  shipping: { flatCents: 417, freeFromCents: 8300, handlingDays: 11, countries: ['US', 'CA'] },
  auth: { revealAccounts: true, staffSecondFactor: false },
  referral: { rewardTier: 'Gold', rewardCredits: 3 },
  mailInHours: 11 * 24,
  retail: { states: ['RI'] },
  freeEntry: { online: true, everyDays: 9 },
  draw: {
    gapSeconds: 5 * 3600,
    longGapSeconds: 31 * 3600,
    longGapFromCents: 730_000,
    marginSeconds: 77,
    twoPersonsFromCents: 610_000,
    onePersonDesk: true,
  },
  switches: { loadShedding: false, stockAlerts: false, cartReminders: false },
  supportEmail: 'help@outpost.example',
  contact: {
    company: 'Outpost Trading',
    privacyEmail: 'data@outpost.example',
    hours: 'Daily, noon to 4 p.m. Pacific time',
    address: ['9 Quay Street', 'Portland, OR 97204'],
    mailIn: ['Outpost Free Entry', '11 Quay Street', 'Portland, OR 97204'],
  },
}

/** A sentence that tells a setting by its default figure. */
const DEFAULTS: Record<string, RegExp> = {
  'premium.monthlyCents': /24\.99|299\.88/,
  'premium.earlyAccessHours':
    /48[ -]hours? (before|early|earlier)\b|\b(early access|premium|members?)\b[^.]*\b48[ -]hours?\b/i,
  'premium.monthlyBenefit':
    /\b(1|one|a) Bronze credit\b[^.]*\b(every|a|per|each) month|Bronze credit (still )?comes|monthly Bronze credit/i,
  minimumAge:
    /\b(21|twenty-one)\b( years)?( of age)? ?(\+|or older|or over|and over|and older)|under 21\b|adults of 21\b/i,
  fee: /\b5 ?%|\bfive percent\b|\b70 ?%|\b30 ?%/i,
  tax: /8\.25 ?%/,
  mailInHours: /\b(7|seven) days (of|after) the close\b|mail-in window (runs|of|for)[^.]*\b(7|seven) days\b/i,
  'shipping.countries': /\bship(s|ping|ped)?\b( goods| orders)? (to|in|within) the United States\b(?! (and|or) )/i,
  'shipping.handlingDays': /\b(2|two) business days\b/i,
  'freeEntry.everyDays': /\bonce a day\b[^.]*(free|entry|person)/i,
  'draw.gapSeconds': /\b(1 hour|an hour|3600 seconds) after (the|that) (seal|list)/i,
  'draw.longGapSeconds': /\b24 hours (for|after)[^.]*(prize|seal)/i,
  'draw.longGapFromCents': /\$5,000\b/,
  contact: /Redoubt Supply|PO Box 210|@redoubt\.test|Eastern time/,
}
const told = (text: string) => Object.keys(DEFAULTS).filter(setting => DEFAULTS[setting]!.test(text))

/** Samples of the component kit, the defaults themselves, the accounts of the demo, and a field's example. */
const APART =
  /^src\/features\/dev-gallery\/|^src\/kernel\/settings\.ts|\/seed(\.server)?[./]|^src\/features\/settings\/contract\.ts/

const leavesOf = (value: unknown, path = ''): [string, string][] =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.entries(value).flatMap(([name, part]) => leavesOf(part, path ? `${path}.${name}` : name))
    : [[path, JSON.stringify(value)]]

/** A preview with other amounts: its example prices are those of the defaults. */
const otherAmounts = (value: unknown, key = ''): unknown => {
  if (typeof value === 'number') return key.endsWith('Cents') ? value + 101 : value
  if (Array.isArray(value)) return value.map(part => otherAmounts(part, key))
  if (!value || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, otherAmounts(part, name)]))
}

describe('facts that are settings', () => {
  it('the walk changes every setting', () => {
    const unusual = new Map(leavesOf(UNUSUAL))
    const usual = leavesOf(DEFAULT_SETTINGS)
    expect([...unusual.keys()].toSorted()).toEqual(usual.map(([path]) => path).toSorted())
    // The second factor is on in production and off in a demo.
    const same = usual.filter(([path, value]) => unusual.get(path) === value).map(([path]) => path)
    expect(same).toEqual([])
  })

  it('no screen, e-mail, label, message or paper of the source states a setting as a figure [B-1.22]', () => {
    const stated = visibleStrings()
      .filter(({ file }) => !APART.test(file))
      .flatMap(({ text, file, line }) =>
        told(text.replace(/\{[^}]*\}/g, '{}')).map(setting => `${file}:${line} ${setting}: ${text}`),
      )
    expect(stated).toEqual([])
  })

  it('no product and no giveaway of the demo states one [B-1.22]', () => {
    const rows = [DEMO_PRODUCTS, DEMO_GIVEAWAYS, DEMO_TICKETS, DEMO_REPLIES].flat()
    const stated = rows.flatMap(row =>
      leavesOf(row).flatMap(([, text]) => told(text).map(setting => `${setting}: ${text}`)),
    )
    expect(DEMO_PRODUCTS.length + DEMO_GIVEAWAYS.length).toBeGreaterThan(20)
    // Prizes go to residents of the United States, wherever goods are shipped to.
    expect(stated.filter(text => !/Shipping within the United States is included/.test(text))).toEqual([])
  })

  it('legal texts, official rules, llms.txt and the API’s description tell the current settings [B-1.22]', async () => {
    const legal = legalTextsOf(UNUSUAL).map(text => JSON.stringify(text))
    const rules = JSON.stringify(rulesText(GIVEAWAY, UNUSUAL))
    const context = new RouterContextProvider()
    const site = { origin: 'http://shop.test', settings: publicPartOf(UNUSUAL) }
    context.set(siteContext, site as unknown as Parameters<typeof context.set<typeof siteContext>>[1])
    const llms = await (llmsTxt({ context } as unknown as Parameters<typeof llmsTxt>[0]) as Response).text()
    for (const text of [...legal, rules, llms]) expect(told(text), text).toEqual([])
    const all = [...legal, rules, llms].join(' ')
    for (const fact of [
      '31.37',
      '73 hours',
      '27',
      '6.13%',
      '11 days',
      '5 hours',
      '31 hours',
      '$7,300',
      'Canada',
      '9 days',
      'Outpost Trading',
    ])
      expect(all).toContain(fact)
  })

  it('the pages of membership and goods tell benefits and countries by the current settings [B-1.22]', () => {
    const shown = (product: object) => {
      const page = [ProductFacts, Promises].map((Part, key) =>
        createElement(Part, { key, product: product as Product }),
      )
      const inShop = createElement(SettingsContext, { value: publicPartOf(UNUSUAL) }, page)
      return renderToStaticMarkup(createElement(MemoryRouter, null, inShop))
    }
    for (const product of DEMO_PRODUCTS) {
      const html = shown(product)
      expect(told(html), html).toEqual([])
      const facts = product.isSubscription
        ? ['73 hours', '5 bonus entries every month']
        : ['Canada', '$4.17', '11 business days']
      for (const fact of facts) expect(html, product.slug).toContain(fact)
    }
  })

  it('every e-mail tells the current settings [B-1.22]', async () => {
    const shop = await testShop()
    await shop.changeSettings(UNUSUAL_CHANGE)
    const features = join(import.meta.dirname, '../../../features')
    let count = 0
    for await (const file of glob('**/*.ts', { cwd: features })) {
      if (!readFileSync(join(features, file), 'utf8').includes('= defineEmail(')) continue
      for (const [name, write] of Object.entries(await import(join(features, file)))) {
        if (typeof write !== 'function' || !('preview' in write)) continue
        count += 1
        const email = (write as unknown as (ctx: Context, data: unknown) => Email)(
          shop.system,
          otherAmounts(write.preview),
        )
        const { subject, text } = { ...email, ...renderEmail(email) }
        expect(told(`${subject} ${text}`), `${file} › ${name}: ${text}`).toEqual([])
      }
    }
    expect(count).toBeGreaterThan(45)
    const described = (await shop.call('/api/openapi.json')).text
    expect(told(described)).toEqual([])
  })

  it('without early access no text promises any [B-1.22]', () => {
    const none = { ...UNUSUAL, premium: { ...UNUSUAL.premium, earlyAccessHours: 0 } }
    expect(JSON.stringify(legalTextsOf(none))).not.toMatch(/\b0 hours|earlier than others|before they open to everyone/)
    expect(defaultsOf('demo').premium).toEqual(DEFAULT_SETTINGS.premium)
  })
})

const GIVEAWAY = {
  ...{
    title: 'Field Kit',
    tier: 'Gold',
    value_cents: 50_000,
    highest_value_cents: 50_000,
    total_slots: 40,
    entry_limit: null,
  },
  ...{ starts_at: new Date('2026-03-10T12:00Z'), early_access_at: new Date('2026-03-07T11:00Z'), ends_at: null },
  ...{ subscription_visibility_only: false, eligible_states: STATES, minimum_age: null },
}

/** `UNUSUAL` as an owner writes it, in dollars. */
const UNUSUAL_CHANGE = {
  ...UNUSUAL,
  premium: { monthlyPrice: 31.37, monthlyBenefit: 'bonus-entries' as const, earlyAccessHours: 73 },
  tax: { ...UNUSUAL.tax, nexusStates: [...UNUSUAL.tax.nexusStates] },
  shipping: { flat: 4.17, freeFrom: 83, handlingDays: 11, countries: [...UNUSUAL.shipping.countries] },
  retail: { states: [...UNUSUAL.retail.states] },
  draw: {
    ...{ gapSeconds: 5 * 3600, longGapSeconds: 31 * 3600, longGapFrom: 7300, marginSeconds: 77, twoPersonsFrom: 6100 },
    onePersonDesk: true,
  },
  contact: { ...UNUSUAL.contact, address: [...UNUSUAL.contact.address], mailIn: [...UNUSUAL.contact.mailIn] },
}
