import type { FieldProblems } from '#kernel/client/calls/field-problems.ts'
import { randomId } from '#kernel/client/calls/idempotency-key.ts'
import { numberOrNull } from '#kernel/fields/field-kinds.ts'
import type { Measure } from '#kernel/shipping/rates/rates.ts'
import { isMilitary, isState, POSTAL_STATE_NAMES, POSTAL_STATES, type PostalState } from '#kernel/shipping/us-states.ts'
import { numberIn } from '#kernel/values/typed-number.ts'
import type { AdminZone, ZoneInput } from '../contract.ts'

/** A band as typed. It begins where the one before ends, so that a form has no gap. An empty end of the last one is without limit. */
export type BandFormState = { below: string; amount: string }
export type MethodFormState = {
  /** Key within this form only, so that a method keeps its fields when others are moved. */
  key: string
  id: string | null
  name: string
  measure: Measure
  bands: readonly BandFormState[]
  freeFrom: string
  tareGrams: string
  daysFrom: string
  daysTo: string
}
export type ZoneFormState = {
  name: string
  states: readonly PostalState[]
  isServed: boolean
  methods: readonly MethodFormState[]
}

export const LABELS: Record<keyof ZoneFormState, string> = {
  name: 'Name',
  states: 'States',
  isServed: 'We ship there',
  methods: 'Methods',
}

/** States that are chosen together: what a carrier prices alike. */
export const STATE_GROUPS: readonly { name: string; states: readonly PostalState[] }[] = [
  { name: 'Contiguous states', states: POSTAL_STATES.filter(state => isState(state) && !['AK', 'HI'].includes(state)) },
  { name: 'Alaska and Hawaii', states: ['AK', 'HI'] },
  { name: 'Territories', states: POSTAL_STATES.filter(state => !isState(state) && !isMilitary(state)) },
  { name: 'Military mail', states: POSTAL_STATES.filter(isMilitary) },
]

export const BLANK_BAND: BandFormState = { below: '', amount: '' }
export const newMethod = (): MethodFormState => ({
  key: randomId(),
  id: null,
  name: '',
  measure: 'flat',
  bands: [BLANK_BAND],
  freeFrom: '',
  tareGrams: '0',
  daysFrom: '',
  daysTo: '',
})

const typed = (value: number | null) => (value === null ? '' : String(value))

export const formStateOf = (zone: Omit<AdminZone, 'id'> | null): ZoneFormState =>
  zone
    ? {
        ...{ name: zone.name, states: zone.states, isServed: zone.isServed },
        methods: zone.methods.map(({ id, name, measure, bands, freeFrom, tareGrams, daysFrom, daysTo }) => ({
          ...{ key: id, id, name, measure, freeFrom: typed(freeFrom), tareGrams: String(tareGrams) },
          bands: bands.map(({ below, amount }) => ({ below: typed(below), amount: amount.toFixed(2) })),
          ...{ daysFrom: typed(daysFrom), daysTo: typed(daysTo) },
        })),
      }
    : { name: '', states: [], isServed: true, methods: [newMethod()] }

/** The body as the form says it. A flat price is one band without an end. */
export const inputOf = ({ name, states, isServed, methods }: ZoneFormState): ZoneInput => ({
  ...{ name, states: [...states], isServed },
  methods: methods
    .filter(method => isServed || !isBlank(method))
    .map(method => ({
      ...(method.id && { id: method.id }),
      ...{
        name: method.name,
        measure: method.measure,
        bands: bandsOf(method),
        freeFrom: numberOrNull(method.freeFrom),
      },
      tareGrams: method.measure === 'weight' ? numberIn(method.tareGrams || '0') : 0,
      ...{ daysFrom: numberOrNull(method.daysFrom), daysTo: numberOrNull(method.daysTo) },
    })),
})

/** A zone that is not served needs no method, and a new form begins with one. */
const isBlank = ({ id, name, bands }: MethodFormState) =>
  id === null && name.trim() === '' && bands.every(({ below, amount }) => `${below}${amount}`.trim() === '')

/** The problems at the fields of the form: a band begins where the one before ends, so its begin is the end of that one. */
export function atFields(found: FieldProblems): FieldProblems {
  const problems: FieldProblems = {}
  for (const [path, sentence] of Object.entries(found))
    problems[path.replace(/\.(\d+)\.from$/, (_, at) => `.${Math.max(0, at - 1)}.below`)] ??= sentence
  return problems
}

function bandsOf({ measure, bands }: MethodFormState): ZoneInput['methods'][number]['bands'] {
  const used = measure === 'flat' ? bands.slice(0, 1) : bands
  return used.map(({ below, amount }, at) => ({
    from: at === 0 ? 0 : numberIn(used[at - 1]!.below),
    below: measure === 'flat' ? null : numberOrNull(below),
    amount: numberIn(amount),
  }))
}

/** "Alaska, Hawaii" or "48 states". */
export function statesInWords(states: readonly PostalState[]): string {
  if (states.length > 6) return `${states.length} states and places`
  return states.map(state => POSTAL_STATE_NAMES[state]).join(', ')
}
