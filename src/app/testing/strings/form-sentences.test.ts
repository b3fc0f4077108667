import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { createApi } from '../../api/api.server.ts'
import { requestSchemasOf } from '../schemas/request-schemas.ts'
import { testShop } from '../shop.ts'
import { filesLike, fileText, ROOT } from '../source/repository-files.ts'
import { type VisibleString, visibleStrings } from './visible-strings.ts'

const strings = visibleStrings()

/** Files that word refusals of the server: contracts, the kinds of values, and tables of errors. */
const SERVER =
  /\.server\.ts$|contract\.ts$|-errors\.ts$|rules\.ts$|problems\.ts$|^src\/(kernel|platform)\/(?!client)|(?:-fields|setting-kinds|product-input)\.ts$/
const worded = ({ text }: VisibleString) => text.replace(/\{[^}]*\}/g, '{}').replace(/\.$/, '')
const ofServer = new Set(strings.filter(({ file }) => SERVER.test(file)).map(worded))

/** What a form takes problems by: a setter, or the property of a field in an object of problems. */
const IS_PROBLEM = /^(?:set(?:Problems?|Errors?|Refused|Wrong)|error|problem|errors|problems|plain|show|min|max)$/
const IS_RULE =
  / is required\b|^Please (?:enter|choose|give|type|fill|select|name|use|write|confirm|say|accept|agree)\b|\bmust be\b|^At (?:most|least)\b|^Enter \w+ (?:that|such|of|or)\b|\bdo not match\b|^Invalid \w+( \w+)?$/

/** Sentences about what only a screen has, by their reason. */
const OF_THE_SCREEN: Record<string, string> = {
  'Please confirm your password': 'the repetition is compared in the browser and not sent',
  'Passwords do not match': 'the repetition is compared in the browser and not sent',
  'Choose both days': 'the tab shows two fields, and its call takes either',
  'Stock is required: 0 if there is none yet': 'the tick that stock is counted is a row’s own; the call takes null',
  'Invalid confirmation code': 'an answer that has no sentence',
  'At least 8 characters with uppercase, lowercase, number, and special character':
    'the rule, before a password is typed',
  'Please choose a {}': 'the page has no choice to send yet',
  'Please choose a {} first': 'the list has no choice to send yet',
}

/** A hint, a title or a button says what a field is for. It tells no refusal. */
const NO_REFUSAL = /^(?:hint|label|title|description|lead|advice|aria-label|placeholder|blocks|footer|message)$/
const APART = /^src\/features\/(?:dev-gallery|legal-texts\/shipped)\/|rules-text\.ts$|^packages\//

/** A refusal is one sentence. A notice has more. */
const isSentence = (text: string) => !/\. \S/.test(text)

it('a form that words a problem itself has the sentence of the call [B-5.37]', () => {
  const own = strings.filter(
    ({ file, kind, text }) =>
      !SERVER.test(file) &&
      !APART.test(file) &&
      !NO_REFUSAL.test(kind) &&
      isSentence(text) &&
      (IS_RULE.test(text) || IS_PROBLEM.test(kind)),
  )
  expect(own.length).toBeGreaterThan(20)
  const others = own.filter(
    string => IS_RULE.test(string.text) && !ofServer.has(worded(string)) && !(worded(string) in OF_THE_SCREEN),
  )
  expect(others.map(({ file, line, kind, text }) => `${file}:${line} ${kind}: ${text}`)).toEqual([])
})

/** The schema that a form checks by: `NewUser.safeParse(`, `FIELDS.price.input.safeParse(` or `errorsOf(NewUser`. */
const CHECKS = /\b([A-Z]\w+)(?:\.\w+)*\.safeParse\(|\berrorsOf(?:<[^>]*>)?\(\s*([A-Z]\w+)/g
/** A part of a call's schema for a form with fewer fields. */
const partOf = (source: string, name: string) =>
  new RegExp(`const ${name} = (\\w+)\\.(?:pick|omit|extend)\\(`).exec(source)?.[1] ?? name

it('a form that checks by a schema checks by that of a call, or by its fields [B-5.37]', async () => {
  const ofCalls = await namesOfSchemas()
  const forms = filesLike('src/**/*.{ts,tsx}').filter(
    file => !SERVER.test(file) && !APART.test(file) && !/\.test\.|\/testing\/|plan-import|define-filters/.test(file),
  )
  const checks = forms.flatMap(file => {
    const source = fileText(file)
    return [...source.matchAll(CHECKS)].map(([, parsed, checked]) => ({
      file,
      name: partOf(source, (parsed ?? checked)!),
    }))
  })
  expect(checks.length).toBeGreaterThan(20)
  const others = checks.filter(({ name }) => !ofCalls.has(name))
  expect(others.map(({ file, name }) => `${file} ${name}`)).toEqual([])
})

/** The names of exported schemas that a call takes, whole or in a field, and the table of a product's fields. */
async function namesOfSchemas(): Promise<Set<string>> {
  const taken = new Set<unknown>()
  const take = (schema: z.core.$ZodType | undefined): void => {
    if (!schema || taken.has(schema)) return
    taken.add(schema)
    const { innerType, element, in: first, out, options = [], shape = {} } = schema._zod.def as Parts
    for (const part of [innerType, element, first, out, ...options, ...Object.values(shape)]) take(part)
  }
  for (const { schema } of requestSchemasOf(createApi(await testShop()))) take(schema)
  const names = new Set<string>(['FIELDS'])
  for (const file of filesLike(['src/**/*contract.ts', 'src/**/product-input.ts']))
    for (const [name, value] of Object.entries(await import(join(ROOT, file)))) if (taken.has(value)) names.add(name)
  return names
}

type Parts = {
  innerType?: z.core.$ZodType
  element?: z.core.$ZodType
  in?: z.core.$ZodType
  out?: z.core.$ZodType
  options?: z.core.$ZodType[]
  shape?: Record<string, z.core.$ZodType>
}
