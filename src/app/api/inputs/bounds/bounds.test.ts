import { expect, it } from 'vitest'
import { placesOf } from '../../../testing/schemas/places.ts'
import { requestSchemasOf } from '../../../testing/schemas/request-schemas.ts'
import { testShop } from '../../../testing/shop.ts'
import { createApi } from '../../api.server.ts'
import { type Breach, breachesOf } from './breaches.ts'

const shop = await testShop()

/** Every field of every request, at every depth, with a value beyond each of its bounds. */
const fields = requestSchemasOf(createApi(shop)).flatMap(({ route, part, schema }) =>
  [...placesOf(schema)].map(place => ({
    name: `${route} ${part} ${place.path}`.trim(),
    breaches: breachesOf(place),
    // A path without its parameter is another path.
    canMiss: part !== 'params',
    hasOneKind: place.kinds.length === 1,
  })),
)
const refused = fields.map(({ breaches, canMiss, ...field }) => ({
  ...field,
  breaches: breaches.filter(({ bound, sentences }) => sentences.length > 0 && (canMiss || bound !== 'missing')),
}))

const shown = (name: string, { bound, sentences }: Breach) => `${name}, ${bound}: ${sentences.join(' · ')}`

it('a value beyond a bound is refused, for each bound of each field', () => {
  expect(fields.length).toBeGreaterThan(900)
  expect(refused.flatMap(({ breaches }) => breaches).length).toBeGreaterThan(2000)
  const taken = fields.flatMap(({ name, breaches, hasOneKind }) =>
    hasOneKind ? breaches.filter(({ sentences }) => sentences.length === 0).map(breach => shown(name, breach)) : [],
  )
  expect(taken).toEqual([])
})

it('each bound of each field has a sentence of its own [B-5.37]', () => {
  const wrong = refused.flatMap(({ name, breaches }) =>
    breaches.flatMap(breach => {
      const others = breaches.filter(({ bound }) => bound !== breach.bound)
      const same = others.find(({ sentences }) => breach.sentences.every(sentence => sentences.includes(sentence)))
      return same ? [`${shown(name, breach)} (as ${same.bound})`] : []
    }),
  )
  expect(wrong).toEqual([])
})

/** An address of a link is typed by no person. */
const NOT_TYPED = /token$/

it('the sentence of a longest length or a largest number of things has a figure [B-5.37]', () => {
  const measured = refused.flatMap(({ name, breaches }) =>
    breaches.flatMap(breach =>
      ['long', 'many'].includes(breach.bound) && !NOT_TYPED.test(name) ? [{ name, breach }] : [],
    ),
  )
  expect(measured.length).toBeGreaterThan(400)
  const wrong = measured.filter(({ breach }) => !breach.sentences.some(sentence => /\d|four|five/.test(sentence)))
  expect(wrong.map(({ name, breach }) => shown(name, breach))).toEqual([])
})

it('no sentence is one of the library that checks [B-5.37]', () => {
  const isForProgrammers = (sentence: string) => /^Invalid (?!email format)|expected|^Too /.test(sentence)
  const wrong = refused.flatMap(({ name, breaches }) =>
    breaches.filter(({ sentences }) => sentences.some(isForProgrammers)).map(breach => shown(name, breach)),
  )
  expect(wrong).toEqual([])
})

/** Letters that show nothing: a zero-width space, a word joiner, a Hangul filler and an empty Braille cell. */
const INVISIBLE = '\u200b\u2060\u3164\u2800'
/** Secrets, ids, codes, searches and files are compared or parsed, and shown to no person. */
const NOT_READ =
  / params |password|token|endpoint$|key$|(?:^|[ .])(?:id|userId|productId|variantId|subscriptionId|ids\.\d+)$|credential|(?:^|[ .])(?:q|csv|giveawayId)$|saved-filters json query|validate json code/i

it('a required text of invisible letters is missing [B-5.37]', () => {
  const texts = requestSchemasOf(createApi(shop)).flatMap(({ route, part, schema }) =>
    [...placesOf(schema)].flatMap(({ path, schema, kinds }) => {
      const missing = kinds.some(({ type }) => type === 'string') ? schema.safeParse('').error : undefined
      return missing ? [{ name: `${route} ${part} ${path}`, schema, missing: missing.issues[0]!.message }] : []
    }),
  )
  const read = texts.filter(({ name }) => !NOT_READ.test(name))
  expect(read.length).toBeGreaterThan(100)
  const taken = read.filter(({ schema }) => schema.safeParse(INVISIBLE).success)
  expect(taken.map(({ name, missing }) => `${name}: ${missing}`)).toEqual([])
})
