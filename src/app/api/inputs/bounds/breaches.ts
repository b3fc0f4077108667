import { z } from 'zod'
import type { Check, Kind, Place } from '../../../testing/schemas/places.ts'

/**
 * What a field may ask of a value. A form is the kind of value: its type, its pattern, its choices or its steps, which one sentence may name
 * together.
 */
export type Bound = 'missing' | 'form' | 'short' | 'long' | 'low' | 'high' | 'few' | 'many'

/** A value beyond a bound, with the sentences of the refusal. None: the value is taken. */
export type Breach = { bound: Bound; sentences: string[] }

type Probe = { bound: Bound; value: unknown }

const limitsOf = ({ checks }: Kind, name: string) => checks.filter(({ check }) => check === name)
const smallest = (checks: Check[]) => checks.flatMap(({ maximum }) => maximum ?? []).sort((a, b) => a - b)[0]
const largest = (checks: Check[]) =>
  checks.flatMap(({ minimum, length }) => minimum ?? length ?? []).sort((a, b) => b - a)[0]

const OTHER_FORMS = ['~', 'a\nb']

function textProbes(kind: Kind): Probe[] {
  const least = largest([...limitsOf(kind, 'min_length'), ...limitsOf(kind, 'length_equals')])
  const most = smallest(limitsOf(kind, 'max_length'))
  const probes: Probe[] = [{ bound: 'form', value: { a: 1 } }]
  if (least === 1) probes.push({ bound: 'missing', value: '' })
  if (least && least > 1) probes.push({ bound: 'short', value: 'a'.repeat(least - 1) })
  if (most !== undefined) probes.push({ bound: 'long', value: 'a'.repeat(most + 1) })
  for (const { pattern } of limitsOf(kind, 'string_format'))
    for (const value of OTHER_FORMS) if (pattern && !pattern.test(value)) probes.push({ bound: 'form', value })
  return probes
}

function numberProbes(kind: Kind): Probe[] {
  const [low] = limitsOf(kind, 'greater_than')
  const [high] = limitsOf(kind, 'less_than')
  const probes: Probe[] = [{ bound: 'form', value: 'many' }]
  if (low?.value !== undefined) probes.push({ bound: 'low', value: low.value - 1 })
  if (high?.value !== undefined) probes.push({ bound: 'high', value: high.value + 1 })
  if (limitsOf(kind, 'number_format').length) probes.push({ bound: 'form', value: (low?.value ?? 0) + 0.5 })
  return probes
}

function probesOf(kind: Kind): Probe[] {
  if (kind.type === 'string') return textProbes(kind)
  if (kind.type === 'number') return numberProbes(kind)
  return ['any', 'unknown', 'null', 'undefined', 'custom', 'file'].includes(kind.type)
    ? []
    : [{ bound: 'form', value: '~' }]
}

const sentencesOf = (schema: z.ZodType, value: unknown) => [
  ...new Set(schema.safeParse(value).error?.issues.map(({ message }) => message)),
]

/** A list is measured without its elements, which have sentences of their own. */
function listBreaches({ type, def }: Kind): Breach[] {
  if (type !== 'array') return []
  return (def.checks ?? []).flatMap((check): Breach[] => {
    const { maximum, minimum } = check._zod.def
    const list = z.array(z.any()).check(check as unknown as z.core.$ZodCheck<unknown[]>)
    const breach = (bound: Bound, length: number) => [{ bound, sentences: sentencesOf(list, Array(length).fill(0)) }]
    if (maximum !== undefined) return breach('many', maximum + 1)
    if (minimum !== undefined) return breach(minimum === 1 ? 'missing' : 'few', minimum - 1)
    return []
  })
}

/** A value beyond each bound of a field. */
export function breachesOf({ schema, kinds, isOptional }: Place): Breach[] {
  const missing: Probe[] = isOptional ? [] : [{ bound: 'missing', value: undefined }]
  const probes = [...missing, ...kinds.flatMap(probesOf)]
  return [
    ...probes.map(({ bound, value }) => ({ bound, sentences: sentencesOf(schema, value) })),
    ...kinds.flatMap(listBreaches),
  ]
}
