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
import { legalTextsOf } from '#features/legal-texts/legal-texts.ts'
import { loader as llmsTxt } from '#features/pages/llms-txt.ts'
import { apiContext, siteContext } from '#kernel/client/calls/server-api.ts'
import { SettingsContext } from '#kernel/client/site.ts'
import { DEFAULT_SETTINGS, defaultsOf, publicPartOf } from '#kernel/settings.ts'
import { STATES } from '#kernel/shipping/us-states.ts'
import { DEMO_GIVEAWAYS } from '../../../../db/demo/giveaways.ts'
import { DEMO_PRODUCTS } from '../../../../db/demo/products.ts'
import { DEMO_REPLIES, DEMO_TICKETS } from '../../../../db/demo/tickets.ts'
import { testShop } from '../shop.ts'
import { FACTS, isChosen, leavesOf, told, UNUSUAL, UNUSUAL_CHANGE } from './setting-facts.ts'
import { visibleStrings } from './visible-strings.ts'
import { writtenEmails } from './written-emails.ts'

/**
 * Samples of the component kit, the defaults themselves, the names of zones, the accounts of the demo, and a field's example.
 */
const APART =
  /^src\/features\/dev-gallery\/|^src\/kernel\/(settings|values\/clock\/zone-names)\.ts|\/seed(\.server)?[./]|^src\/features\/settings\/contract\.ts/

/** The default itself; zones and states by name; laws of states; samples of the component kit. */
const LISTS = [
  'src/kernel/settings.ts',
  'src/kernel/values/clock/zone-names.ts',
  'src/kernel/shipping/us-states.ts',
  'src/features/notifications/queries/local-time.server.ts',
  'src/features/orders/order/money/tax.ts',
  'src/features/membership/rules.ts',
  'src/features/dev-gallery/forms.tsx',
]

/** A preview with other amounts and another prefix: its examples are those of the defaults. */
const otherAmounts = (value: unknown, key = ''): unknown => {
  if (typeof value === 'number') return key.endsWith('Cents') ? value + 101 : value
  if (typeof value === 'string') return value.replace(/^RD\b/, 'OP')
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
    // A new setting says how people read it, or why no page of theirs does.
    expect(Object.keys(FACTS).toSorted()).toEqual(usual.map(([path]) => path).toSorted())
  })

  it('no screen, e-mail, label, message or paper of the source states a setting as a figure [B-1.22]', () => {
    const stated = visibleStrings()
      .filter(({ file }) => !APART.test(file))
      .flatMap(({ text, file, line }) =>
        told(text.replace(/\{[^}]*\}/g, '{}'))
          .filter(setting => !isChosen(setting))
          .map(setting => `${file}:${line} ${setting}: ${text}`),
      )
    expect(stated).toEqual([])
  })

  it('no source names the zone or the state of the default but lists of states, zones and laws [B-1.22]', async () => {
    const named: string[] = []
    const root = join(import.meta.dirname, '../../../..')
    for await (const file of glob('{src,packages/*/src,db/functions,db/demo}/**/*.{ts,tsx,sql,css}', { cwd: root })) {
      if (/\.test\.tsx?$|\/testing\//.test(file) || LISTS.includes(file)) continue
      const lines = readFileSync(join(root, file), 'utf8').split('\n')
      for (const [at, line] of lines.entries())
        if (/\b(Mountain|Utah|America\/Denver|M[SD]T)\b/.test(line)) named.push(`${file}:${at + 1} ${line.trim()}`)
    }
    expect(named).toEqual([])
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
    const rules = JSON.stringify(rulesText(GIVEAWAY, UNUSUAL, UNUSUAL.place.timeZone))
    const context = new RouterContextProvider()
    const site = { origin: 'http://shop.test', settings: publicPartOf(UNUSUAL) }
    context.set(siteContext, site as unknown as Parameters<typeof context.set<typeof siteContext>>[1])
    context.set(apiContext, async () => Response.json({ pages: [], nextCursor: null }))
    const answer = await llmsTxt({ context } as unknown as Parameters<typeof llmsTxt>[0])
    const llms = await answer.text()
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
      'Alaska time',
      'the State of Vermont',
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
    // The zone holds from the next midnight, and the first example is of November 24.
    const shop = await testShop({ now: new Date('2025-11-20T12:00:00Z') })
    await shop.changeSettings(UNUSUAL_CHANGE)
    const emails = await writtenEmails(shop.system, preview => otherAmounts(preview))
    for (const { name, subject, text } of emails) {
      expect(told(`${subject} ${text}`), `${name}: ${text}`).toEqual([])
      expect(text, name).toContain('Outpost. Ever northward.')
    }
    expect(emails.length).toBeGreaterThan(45)
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
