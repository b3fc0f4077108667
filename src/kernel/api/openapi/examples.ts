import type { Schema } from './document-types.ts'

type Schemas = Record<string, Schema>

/** Texts by the name of their field. The first text that fits the schema is taken. */
const BY_NAME: [RegExp, string[]][] = [
  [/email/i, ['sam@example.com']],
  [/password/i, ['Correct-Horse7!']],
  [/phone|^to$/i, ['+18015550142', '8015550142']],
  [/birthDate|birthday/i, ['1988-04-09']],
  [/postalCode|zip/i, ['84101']],
  [/^state$/i, ['UT', 'open']],
  [/country/i, ['US']],
  [/city/i, ['Salt Lake City']],
  [/line1/i, ['12 Main Street']],
  [/line2/i, ['Apt 4']],
  [/slug/i, ['field-cap']],
  [/sku/i, ['CAP-BLACK']],
  [/url|href|link|endpoint/i, ['https://shop.example/page', '/page']],
  [/image|picture|key$/i, ['products/field-cap.webp']],
  [/reference/i, ['AB-100001']],
  [/^name$|userName|customer_name/i, ['Sam Hill', 'sam']],
  [/title|subject/i, ['Field cap']],
  [/code/i, ['123456', 'SPRING10']],
  [/cursor/i, ['eyJpZCI6MX0']],
  [/at$|date|day/i, ['2026-03-02T12:00:00.000Z', '2026-03-02']],
]
/** Texts for the rest, in different forms for different patterns. */
const ANY = [
  ...['text', 'A text', '123456', '2026-03-02', '2026-03', '12:30', '2026-03-02T12:00:00.000Z', 'sam@example.com'],
  ...['8015550142', '+18015550142', 'UT', 'US', '#c8642b', 'AB-100001', 'field-cap', 'CAP-BLACK', 'SPRING10'],
  ...[
    'https://shop.example/page',
    '/page',
    'products/field-cap.webp',
    '7',
    '12.50',
    'a'.repeat(32),
    'a'.repeat(96),
    'A'.repeat(43),
  ],
  ...['s3:products/field-cap', 'A'.repeat(22), `B${'A'.repeat(86)}`],
  ...['0f'.repeat(32), '0f'.repeat(20), 'cs_test_1', '1988-04-09', 'Correct-Horse7!', 'a'.repeat(64)],
]
const BY_FORMAT: Record<string, string> = {
  'date-time': '2026-03-02T12:00:00.000Z',
  date: '2026-03-02',
  email: 'sam@example.com',
  uri: 'https://shop.example/page',
  url: 'https://shop.example/page',
  uuid: '01960000-0000-7000-8000-000000000001',
}

/** A schema that stands for any file. */
const isFile = ({ format }: Schema) => format === 'binary'

function textFor(schema: Schema, name: string): string | undefined {
  const { format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema
  const isId = /id$/i.test(name) ? [BY_FORMAT.uuid!] : []
  const named = BY_NAME.filter(([known]) => known.test(name)).flatMap(([, texts]) => texts)
  const formatted = format && BY_FORMAT[format] ? [BY_FORMAT[format]] : []
  const candidates = [...formatted, ...isId, ...named, ...ANY, 'a'.repeat(minLength)]
  const fits = pattern === undefined ? () => true : (text: string) => new RegExp(pattern, 'u').test(text)
  return candidates.find(text => text.length >= minLength && text.length <= maxLength && fits(text))
}

function numberFor({ type, minimum = 0, exclusiveMinimum, maximum }: Schema, name: string): number {
  const usual = type === 'number' && /price|total|amount|value|fee|tax|dollars/i.test(name) ? 15 : 1
  const least = Math.max(minimum, exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1)
  return Math.min(Math.max(usual, least), maximum ?? Number.POSITIVE_INFINITY)
}

const MAX_DEPTH = 8

/**
 * Makes an example of a schema: the same for the same schema. Objects show all their fields; a body shows the fields that it needs, or the
 * first of those it may have. @returns undefined when no example fits, such as for a file.
 */
export function createExamples(schemas: Schemas, fields: 'all' | 'needed') {
  const resolve = (schema: Schema): Schema => (schema.$ref ? resolve(schemas[schema.$ref.split('/').at(-1)!]!) : schema)

  function objectFor(schema: Schema, depth: number): Record<string, unknown> | undefined {
    const all = Object.entries(schema.properties ?? {})
    const required = all.filter(([key]) => schema.required?.includes(key))
    const least = Math.max(1, schema.minProperties ?? 0)
    const chosen = fields === 'all' ? all : required.length >= least ? required : all.slice(0, least)
    const made: Record<string, unknown> = {}
    for (const [key, field] of chosen) {
      const value = exampleOf(field, key, depth + 1)
      if (value !== undefined) made[key] = value
      else if (schema.required?.includes(key)) return undefined
    }
    return made
  }

  function exampleOf(given: Schema, name = '', depth = 0): unknown {
    const schema = resolve(given)
    if (depth > MAX_DEPTH || isFile(schema)) return undefined
    const { allOf, anyOf, oneOf } = schema
    if (schema.type === 'null') return null
    const fixed = [schema.example, schema.examples?.[0], schema.const, schema.enum?.[0], schema.default]
    const known = fixed.find(value => value !== undefined && (typeof value !== 'object' || value === schema.example))
    if (known !== undefined) return known
    if (allOf) return Object.assign({}, ...allOf.map(one => exampleOf(one, name, depth + 1)))
    const choices = (anyOf ?? oneOf)?.filter(one => resolve(one).type !== 'null')
    if (choices?.length) return choices.map(one => exampleOf(one, name, depth + 1)).find(value => value !== undefined)
    const type = [schema.type].flat().find(one => one !== 'null')
    if (type === 'object' || schema.properties) return objectFor(schema, depth)
    if (type === 'array') {
      const items = schema.prefixItems ?? (schema.items ? [schema.items] : [])
      return items.map(item => exampleOf(item, name.replace(/s$/, ''), depth + 1)).filter(item => item !== undefined)
    }
    if (type === 'string') return textFor(schema, name)
    if (type === 'integer' || type === 'number') return numberFor({ ...schema, type }, name)
    if (type === 'boolean') return true
    return undefined
  }
  return exampleOf
}
