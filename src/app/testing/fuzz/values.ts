import type { Chance } from '../../../../db/demo/seeded-chance.ts'
import type { Schema } from '../bad-bodies.ts'
import { hostileJson } from './hostile.ts'

export type FuzzSchema = Schema & {
  const?: unknown
  maximum?: number
  minLength?: number
  maxLength?: number
  oneOf?: Schema[]
  allOf?: Schema[]
}

const FORMATS: Record<string, string> = {
  date: '2026-03-05',
  'date-time': '2026-04-01T12:00:00Z',
  uri: 'https://example.com/x',
}
const TEXTS = [
  'Sam Porter',
  'sam@example.com',
  '123456',
  '+18015550100',
  'Redoubt-Test1!',
  's3:products/a',
  'CODE1',
  'UT',
  '84601',
  '4 Fort Street',
]

/** Generates values for JSON schemas. @param document contains the targets of `$ref`. */
export function createValues(
  document: { components: { schemas: Record<string, FuzzSchema> } },
  chance: Chance,
  ids: readonly string[],
) {
  const percent = (limit: number) => chance.below(100) < limit
  const resolve = (schema: FuzzSchema): FuzzSchema =>
    schema.$ref ? resolve(document.components.schemas[schema.$ref.split('/').at(-1)!]!) : schema

  /** JSON text for a schema. Each place is hostile with a probability of `spoiled` percent. */
  function jsonOf(given: FuzzSchema, spoiled: number, depth = 0): string {
    if (percent(spoiled)) return hostileJson(chance)
    const schema = resolve(given)
    const among = schema.anyOf ?? schema.oneOf
    if (among) return jsonOf(chance.oneOf(among), spoiled, depth)
    if ('const' in schema) return JSON.stringify(schema.const)
    if (schema.enum) return JSON.stringify(chance.oneOf(schema.enum))
    const type = chance.oneOf([schema.type ?? 'string'].flat())
    if (type === 'null') return 'null'
    if (type === 'boolean') return chance.oneOf(['true', 'false'])
    if (type === 'integer' || type === 'number') return numberOf(schema, type)
    if (type === 'array') {
      const items = Array.from({ length: depth > 4 ? 0 : chance.below(4) }, () =>
        jsonOf(schema.items ?? {}, spoiled, depth + 1),
      )
      return `[${items.join()}]`
    }
    if (type === 'object') return objectOf(schema, spoiled, depth)
    return JSON.stringify(textOf(schema))
  }

  function objectOf(schema: FuzzSchema, spoiled: number, depth: number): string {
    const names = Object.keys(schema.properties ?? {}).filter(name => schema.required?.includes(name) || percent(50))
    const fields = names.map(name => `${JSON.stringify(name)}:${jsonOf(schema.properties![name]!, spoiled, depth + 1)}`)
    if (percent(spoiled))
      fields.push(`${chance.oneOf(['"unknown"', '"__proto__"', '""', '"id"'])}:${hostileJson(chance)}`)
    if (typeof schema.additionalProperties === 'object' && percent(50))
      fields.push(`"S":${jsonOf(schema.additionalProperties, spoiled, depth + 1)}`)
    return `{${fields.join()}}`
  }

  function numberOf({ minimum = 0, maximum = 1000 }: FuzzSchema, type: string): string {
    const low = Math.max(minimum, -1e6)
    const number = chance.oneOf([
      low,
      Math.min(maximum, 1e9),
      low + chance.below(Math.max(1, Math.min(maximum - low, 50))),
    ])
    return String(type === 'integer' ? Math.ceil(number) : number)
  }

  function textOf({ format = '', pattern, maxLength }: FuzzSchema): string {
    if (format === 'uuid') return chance.oneOf(ids)
    if (FORMATS[format]) return FORMATS[format]
    if (percent(10)) return chance.oneOf(ids)
    if (maxLength && percent(10)) return 'é'.repeat(Math.min(maxLength, 20_000))
    const fit = pattern ? TEXTS.filter(text => new RegExp(pattern).test(text)) : TEXTS
    return chance.oneOf(fit.length > 0 ? fit : TEXTS)
  }

  return { percent, jsonOf }
}
