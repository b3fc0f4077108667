import type { z } from 'zod'
import { type Definition as Parts, definitionOf as partsOf } from './fields.ts'

export type Check = {
  check: string
  pattern?: RegExp
  maximum?: number
  minimum?: number
  length?: number
  value?: number
}
type Checked = { _zod: { def: Check } }

type Definition = Parts & { check?: string; checks?: Checked[] }

/** A kind of value that a field takes, with its checks. */
export type Kind = { type: string; checks: Check[]; def: Definition }

/** A field where it stands in a request, whole: with what may be left out, and with all kinds that it takes. */
export type Place = { path: string; schema: z.ZodType; kinds: Kind[]; isOptional: boolean }

function kindsOf(schema: z.core.$ZodType): Kind[] {
  const def: Definition = partsOf(schema)
  if (def.innerType) return kindsOf(def.innerType)
  if (def.options) return def.options.flatMap(kindsOf)
  if (def.in) return [...kindsOf(def.in), ...(def.out ? kindsOf(def.out) : [])]
  if (def.type === 'transform') return []
  const own = def.check ? [def as unknown as Check] : []
  return [{ type: def.type, def, checks: [...own, ...(def.checks ?? []).map(({ _zod }) => _zod.def)] }]
}

/** Every field of a request at every depth: `items.0.price`. `fieldsOf` takes it apart; here it stays what a caller fills. */
export function* placesOf(given: z.core.$ZodType, path: readonly string[] = []): Generator<Place> {
  const schema = given as z.ZodType
  const kinds = kindsOf(schema)
  yield { path: path.join('.'), schema, kinds, isOptional: schema.safeParse(undefined).success }
  for (const { def } of kinds) {
    for (const [name, field] of Object.entries(def.shape ?? {})) yield* placesOf(field, [...path, name])
    if (def.element) yield* placesOf(def.element, [...path, '0'])
    if (def.keyType) yield* placesOf(def.keyType, [...path, '{name}'])
    if (def.valueType) yield* placesOf(def.valueType, [...path, '{value}'])
  }
}
