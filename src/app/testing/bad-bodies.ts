/** The part of JSON Schema that the shop's OpenAPI document uses. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  format?: string
  pattern?: string
  minimum?: number
  minItems?: number
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  additionalProperties?: boolean | Schema
}

/** A body that no route may accept. `field`: the dotted path that the refusal must name. */
export type BadBody = { what: string; text: string; field?: string }

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }
type Place = { path: string[]; schema: Schema; isRequired: boolean }

const LONG = 'x'.repeat(100_001)
const DEEP = 5000
const deep = `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`
const FORMATS: Record<string, string> = {
  date: '1990-05-17',
  'date-time': '2026-04-01T12:00:00Z',
  uuid: '019cb000-0000-7000-8000-000000000000',
}
/** The first text that matches a pattern is used. */
const TEXTS = ['sam@example.com', '123456', 's3:products/a']
const BY_NAME: Record<string, string> = {
  phone: '+18015550100',
  password: 'Redoubt-Test1!',
  newPassword: 'Redoubt-Test1!',
}

/**
 * Every known kind of invalid body: missing, of another type, with fields that are unknown, missing, of another type, too large or too
 * deep, and with names that every JavaScript object has.
 * @param schemas the targets of `$ref`.
 */
export function* badBodies(schema: Schema, schemas: Record<string, Schema>): Generator<BadBody> {
  const whole = createWhole(schemas)
  const minimal = whole.of(schema, 'required') as { [name: string]: Json }
  const full = whole.of(schema, 'all')

  for (const text of ['[]', '"x"', 'null', '7', '{', '['.repeat(100_000)])
    yield { what: `body ${text.slice(0, 9)}`, text }
  for (const name of ['unknown', '__proto__', 'constructor', 'toString']) {
    const body = Object.fromEntries([...Object.entries(minimal), [name, { isAdmin: true }]])
    yield { what: `unknown field ${name}`, text: JSON.stringify(body), field: name }
  }
  yield { what: 'unknown field that is deep', text: withText(minimal, ['unknown'], deep), field: 'unknown' }

  for (const { path, schema: part, isRequired } of whole.places(schema)) {
    const field = path.join('.')
    const types = [part.type ?? (part.anyOf ?? []).flatMap(one => one.type ?? [])].flat()
    // A field that takes any value has no wrong one: it is accepted and ignored.
    if (types.length === 0 && !part.enum) continue
    const wrong = (what: string, value: string) => ({
      what: `${field}: ${what}`,
      text: withText(full, path, value),
      field,
    })
    if (isRequired) yield { what: `${field}: missing`, text: without(full, path), field }
    yield wrong('of another type', valueOfAnotherType(types))
    if (!types.includes('null')) yield wrong('null', 'null')
    yield wrong('deep', types.includes('object') ? `[${deep}]` : deep)
    if (types.includes('string')) yield wrong('too long', JSON.stringify(LONG))
    if (types.includes('number') || types.includes('integer')) {
      yield wrong('too large', '1e300')
      if (part.minimum !== undefined) yield wrong('too small', '-1')
    }
    if (types.includes('integer')) yield wrong('not whole', '1.5')
    if (types.includes('array')) yield wrong('too many', JSON.stringify(Array(1000).fill(whole.of(part.items!, 'all'))))
    if (types.includes('object') && part.additionalProperties === false) {
      const more = { ...(whole.of(part, 'all') as object), unknown: 1 }
      yield { ...wrong('with an unknown field', JSON.stringify(more)), field: `${field}.unknown` }
    }
    if (typeof part.additionalProperties === 'object') {
      yield wrong('too many', JSON.stringify(Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [n, 'x']))))
    }
  }
}

const VALUES = { string: '"x"', number: '7', boolean: 'true' }

/** A field may accept several types, so the value has a type that the field does not accept. */
function valueOfAnotherType(types: string[]): string {
  const isKnown = (type: string) => types.includes(type) || (type === 'number' && types.includes('integer'))
  return Object.entries(VALUES).find(([type]) => !isKnown(type))![1]
}

/** Generates valid bodies of a schema, and the paths in them. */
export function createWhole(schemas: Record<string, Schema>) {
  const resolve = (schema: Schema): Schema => (schema.$ref ? schemas[schema.$ref.split('/').at(-1)!]! : schema)

  /** A valid body with the required fields or with all fields. */
  function of(given: Schema, which: 'required' | 'all', name = ''): Json {
    const schema = resolve(given)
    const type = [schema.type].flat()[0]
    if (schema.anyOf) return of(schema.anyOf[0]!, which, name)
    if (schema.enum) return schema.enum[0] as Json
    if (type === 'object') {
      const names = which === 'all' ? Object.keys(schema.properties ?? {}) : (schema.required ?? [])
      return Object.fromEntries(names.map(key => [key, of(schema.properties![key]!, which, key)]))
    }
    if (type === 'array') return [of(schema.items!, which)]
    if (type === 'boolean') return false
    if (type === 'string') return FORMATS[schema.format ?? ''] ?? BY_NAME[name] ?? textFor(schema)
    return Math.max(name === 'price' ? 2 : 1, schema.minimum ?? 1)
  }

  /** Every field at every depth; the first item represents a list. */
  function* places(given: Schema, path: string[] = []): Generator<Place> {
    const schema = resolve(given)
    const inner = Object.entries(schema.properties ?? {}).map(([name, part]) => ({
      path: [...path, name],
      schema: resolve(part),
      isRequired: schema.required?.includes(name) ?? false,
    }))
    if (schema.items) inner.push({ path: [...path, '0'], schema: resolve(schema.items), isRequired: false })
    for (const place of inner) {
      yield place
      yield* places(place.schema, place.path)
    }
  }

  return { of, places }
}

const textFor = ({ pattern = '' }: Schema) => TEXTS.find(text => new RegExp(pattern).test(text)) ?? 'sam'

type Holder = { [name: string]: Json }
const holderOf = (body: Json, path: string[]) =>
  path.slice(0, -1).reduce((at, name) => at[name] as Holder, body as Holder)

/** The body as JSON with replaced JSON text at one path; the text may differ from any output of `JSON.stringify`. */
function withText(body: Json, path: string[], text: string): string {
  const copy = structuredClone(body)
  holderOf(copy, path)[path.at(-1)!] = '\u2400'
  return JSON.stringify(copy).replace('"\u2400"', () => text)
}

function without(body: Json, path: string[]): string {
  const copy = structuredClone(body)
  delete holderOf(copy, path)[path.at(-1)!]
  return JSON.stringify(copy)
}
