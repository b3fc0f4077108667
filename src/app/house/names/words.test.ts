import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { visibleStrings } from '#app/testing/strings/visible-strings.ts'
import { fileText, repositoryFiles } from '../../testing/source/repository-files.ts'
import { wordsOf } from './words-of.ts'

/** docs/glossary.md gives each of these words one meaning. Here it says where the word may stand, and so what it may name. */
const tracked = repositoryFiles()

type Rule = { forms: RegExp; stands: readonly RegExp[] }
/** `kind place`, or `kind place › name`, of everything that may have the word. */
const WORDS: Record<string, Rule> = {
  'draft, a giveaway, a product or what staff write before its publication': {
    forms: /^drafts?$/,
    stands: [
      /^text src\/(features\/(giveaways|catalog|own-pages|legal-texts|storefront)|app\/(admin|routes)|features\/dev-gallery)\//,
      /^text src\/ui\/overlays\/publish-dialog/,
      /^export src\/features\/(catalog|legal-texts|storefront)\//,
      /^file src\/(features\/catalog|app\/pages\/drafts)\//,
      /^path \w+ \/admin\/home\/draft$/,
      /^column (own_page\.is_draft|legal_template\.draft|storefront_part\.draft|product\.draft_since)$/,
      /^text src\/features\/draws\/queries\/debug/,
      /^text src\/features\/pages\/home\/preview-page/,
    ],
  },
  'frozen, the list of a giveaway': {
    forms: /^(frozen|freeze[sd]?|freezing|froze)$/,
    stands: [
      /^(export|file) src\/features\/(draws|giveaways)\//,
      /^column (draw_freeze|freeze_quorum|freeze_timestamp|giveaway\.freezes_at)\b/,
      // A line of the log.
      /^text src\/features\/draws\/commands\//,
      // The old words of columns: docs/architecture.md, "Old words".
      /^column (credit_account|dispute_credit)\.frozen$/,
      // A version of the terms that users accepted keeps its words.
      /^text src\/features\/legal-texts\//,
    ],
  },
  'held, by an open payment': {
    forms: /^held$/,
    stands: [
      /^column (coupon|coupon_user|product_variant)\.held$/,
      /^text src\/features\/(catalog|codes)\//,
      // The ledger's credits of a giveaway, in the check of a draw.
      /^text src\/features\/draws\/(admin|queries)\/debug/,
      // The screens' words of the state on hold.
      /^text .*[Hh]eld for checking/,
      /^text src\/features\/orders\/history\/admin\/staff-actions\.tsx › .*what was held for it/,
      /^text src\/features\/legal-texts\//,
    ],
  },
  'hold, of an open payment; on hold, an order whose payment disagrees': {
    forms: /^holds?$/,
    stands: [
      /^export src\/features\/(catalog|codes|orders\/checkout)\/.* › (holdStock|holdCodes|requireModestHold)$/,
      /^export src\/features\/orders\/.* › (\w*OnHold\w*|\w*ON_HOLD)$/,
      /^file src\/features\/orders\/.*on-hold/,
      /^column customer_order\.dispute_hold$/,
      // The verb; the noun is an open payment's alone.
      /^text (?!.*\b(a|an|the|this|its|dispute) hold\b)/,
      /^text src\/features\/orders\/payment\/commands\/settle/,
    ],
  },
  'letter, on paper': {
    forms: /^letters?$/,
    stands: [/^(export|file) src\/features\/free-entry\//, /^path \w+ \/admin\/cards\//, /^text /],
  },
  'code of a coupon or a referral; any other has its word before it': {
    forms: /^codes?$/,
    stands: [
      /^(export|file) src\/(features\/(codes|orders\/checkout)\/|app\/(ports|testing\/money-model))/,
      /^\w+ .*(email|reset|recovery|referral|verification|setup|card|qr|promo|app|factor|country|postal|proof|region|sign-?in|reauthentication|enrol|registration)_?-?s?(step-?_?)?codes?/i,
      // A second factor that is a code: from an app, an SMS or the list.
      /^export src\/features\/identity\/factors\/factors\.server\.ts › CodeFactor$/,
      // `code` marks the digits in the words of an e-mail.
      /^export src\/features\/notifications\/email\.ts › code$/,
      /^file e2e\/|^file src\/features\/identity\/email-codes\//,
      /^path \w+ \/(admin\/)?codes/,
      /^path (get \/admin\/mail-desk|post \/auth\/(resend|reauthenticate))/,
      /^column (code_use|coupon|customer_order|referral|saved_address|shipping_address)\b/,
      /^text /,
    ],
  },
  'use of a code; React names its hooks so': {
    forms: /^uses?$/,
    stands: [
      /^export .* › use[A-Z]\w*$/,
      /^file .*\/use-[\w.-]+$/,
      /^\w+ src\/features\/codes\//,
      /^export src\/(app\/testing\/money-model\/books\.ts › CodeUse|kernel\/once\/marks\.server\.ts › keptUses)$/,
      /^path get \/admin\/codes\/\{id\}\/uses$/,
      /^column (code_use\b|once_mark\.uses$)/,
      /^text /,
    ],
  },
  'promotion, what a shop offers at a price of its own': {
    forms: /^(promotions?|promot(e|ed|es|ing)|promotional)$/,
    stands: [
      /^text .*(Promotional Offers|promotional offer|game promotion|promotional e-?mail)/i,
      /^text src\/features\/(legal-texts|giveaways|winners)\//,
      /^column (draw_alternate\.promoted_at|notification_preference\.promotional_offers)$/,
    ],
  },
  'shipment, which is a parcel': { forms: /^shipments?$/, stands: [] },
  'inquiry, a message to support; a bank sends a dispute inquiry': {
    forms: /^(inquiry|inquiries)$/,
    stands: [
      /^(export|file) src\/features\/support\//,
      /^path \w+ \/(admin\/)?support\/inquiries/,
      /^column dispute\.is_inquiry$/,
      /^text src\/features\/support\//,
      /^text .*dispute inquiry/i,
      /^text .*[Ii]nquir(y|ies)\b/,
    ],
  },
  'review, a text of a buyer': {
    forms: /^reviews?$/,
    stands: [
      /^(export|file) (src\/features\/reviews|db\/demo|e2e)\//,
      /^path \w+ .*\/review(s|-pictures)\b/,
      // Staff's act about an order on hold keeps its route for the last release (docs/decisions/0023-orders-after-payment.md).
      /^path post \/admin\/orders\/\{id\}\/review$/,
      /^column (product_review|product_review_picture|review|review_invitation|review_report)\b/,
      /^text /,
    ],
  },
}

/** A name with the place where it stands: `kind place › name`. */
type Named = { name: string; at: string }

const EXPORT = /^export (?:default )?(?:async )?(?:const|let|function\*?|type|class|interface) (\w+)/gm
const isCode = (file: string) =>
  /^src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$|^src\/app\/house\/|db\/tables\.ts$/.test(file)

/** A text without the parts that code puts in. */
const wordsIn = (text: string) => text.replace(/\{(?:[^{}]|\{[^{}]*\})*\}/g, '…')

const exported = (file: string, text: string): Named[] =>
  [...text.matchAll(EXPORT)].map(([, name]) => ({ name: name!, at: `export ${file} › ${name}` }))
const routed = (text: string): Named[] =>
  [...text.matchAll(/defineRoute\(\s*'(\w+)',\s*'([^']+)'/g)].map(([, method, path]) => ({
    name: path!,
    at: `path ${method} ${path}`,
  }))
function columnsOf(schema: string): Named[] {
  const tables = [...schema.matchAll(/^create (?:unlogged )?table (\w+) \(\n([\s\S]*?)^\)/gm)]
  return tables.flatMap(([, table, body]) => [
    { name: table!, at: `column ${table}` },
    ...[...body!.matchAll(/^ {2}"?(\w+)"? /gm)].map(([, column]) => ({
      name: column!,
      at: `column ${table}.${column}`,
    })),
  ])
}

const misplaced = (named: readonly Named[]): string[] =>
  Object.entries(WORDS).flatMap(([word, { forms, stands }]) =>
    named
      .filter(({ name }) => wordsOf(name).some(part => forms.test(part)))
      .filter(({ at }) => !stands.some(place => place.test(at)))
      .map(({ at }) => `${word}: ${at}`),
  )

const code = tracked.filter(isCode).map((file): [string, string] => [file, fileText(file)])

describe('a word of the glossary has one meaning', () => {
  it('in exported names', () => {
    const names = code.flatMap(([file, text]) => exported(file, text))
    expect(names.length).toBeGreaterThan(3000)
    expect(misplaced(names)).toEqual([])
  })

  it('in names of files', () => {
    const files = tracked.filter(file => /^(src|e2e|bench|packages)\/.*\.(tsx?|css)$/.test(file))
    expect(misplaced(files.map(file => ({ name: basename(file), at: `file ${file}` })))).toEqual([])
  })

  it('in paths of the API', () => {
    const paths = code.flatMap(([, text]) => routed(text))
    expect(paths.length).toBeGreaterThan(280)
    expect(misplaced(paths)).toEqual([])
  })

  it('in tables and columns', () => {
    const columns = columnsOf(fileText('db/schema.sql'))
    expect(columns.length).toBeGreaterThan(700)
    expect(misplaced(columns)).toEqual([])
  })

  it('in texts of screens and messages', () => {
    const texts = visibleStrings().map(({ text, file }) => ({
      name: wordsIn(text),
      at: `text ${file} › ${wordsIn(text)}`,
    }))
    expect(texts.length).toBeGreaterThan(3000)
    expect(misplaced(texts)).toEqual([])
  })

  it.each([
    [
      'an exported name',
      exported('src/features/codes/a.ts', 'export type CouponDraft = { code: string }\nexport const codes = 1'),
    ],
    ['a name of a file', [{ name: 'held-payments.ts', at: 'file src/features/orders/held-payments.ts' }]],
    ['a path', routed("defineRoute('get', '/admin/orders/{id}/shipments', staff('orders.read'), {")],
    ['a column', columnsOf('create table refund (\n  id uuid not null,\n  review text\n);\n')],
    [
      'a text',
      [{ name: 'Your credits are frozen.', at: 'text src/features/credits/a.tsx › Your credits are frozen.' }],
    ],
  ])('would have %s with another meaning found', (_what, named) => {
    expect(misplaced(named)).toHaveLength(1)
  })
})
