import type { z } from 'zod'

/** The definition of a schema, with the parts of every kind. */
export type Definition = {
  type: string
  shape?: Record<string, z.core.$ZodType>
  element?: z.core.$ZodType
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
  out?: z.core.$ZodType
  keyType?: z.core.$ZodType
  valueType?: z.core.$ZodType
  options?: z.core.$ZodType[]
}
export const definitionOf = (schema: z.core.$ZodType) => schema._zod.def as unknown as Definition

export type Field = { path: string; schema: z.ZodType }

/**
 * Every schema of a field, at every depth: `items.0.price`. What may be left out or null stands as itself, each choice of a union as a field
 * of its own. A pipe stands as its checked ends; an object, a list and a record stand beside their fields.
 */
export function* fieldsOf(given: z.core.$ZodType, path: readonly string[] = []): Generator<Field> {
  const { type, shape, element, innerType, in: first, out: last, keyType, valueType, options } = definitionOf(given)
  if (innerType) return yield* fieldsOf(innerType, path)
  if (options) for (const option of options) yield* fieldsOf(option, path)
  if (first) yield* fieldsOf(first, path)
  if (last) yield* fieldsOf(last, path)
  if (options || first || type === 'transform') return
  yield { path: path.join('.'), schema: given as z.ZodType }
  for (const [name, field] of Object.entries(shape ?? {})) yield* fieldsOf(field, [...path, name])
  if (element) yield* fieldsOf(element, [...path, '0'])
  if (keyType) yield* fieldsOf(keyType, [...path, '{name}'])
  if (valueType) yield* fieldsOf(valueType, [...path, '{value}'])
}
