import { describe, expect, it } from 'vitest'
import { problemsIn } from '#kernel/client/calls/field-problems.ts'
import { ZoneBody } from '../contract.ts'
import { atFields, formStateOf, inputOf, newMethod, type ZoneFormState } from './zone-form-state.ts'

const far: ZoneFormState = { ...formStateOf(null), name: 'Far away', states: ['AK'] }
const problemsOf = (zone: ZoneFormState) => {
  const { error } = ZoneBody.safeParse(inputOf(zone))
  return error ? atFields(problemsIn(error)) : {}
}

describe('the form of a zone', () => {
  it('an end that is missing between two bands is told at its own field, which the form has [B-41.5]', () => {
    const bands = [
      { below: '', amount: '8' },
      { below: '900', amount: '15' },
    ]
    const method = { ...newMethod(), name: 'Ground', measure: 'weight' as const, bands }
    expect(problemsOf({ ...far, methods: [method] })).toEqual({
      'methods.0.bands.0.below': 'This must be a number such as 500',
    })
    expect(atFields({ 'methods.1.bands.0.from': 'first', 'methods.1.bands.2.from': 'third' })).toEqual({
      'methods.1.bands.0.below': 'first',
      'methods.1.bands.1.below': 'third',
    })
  })

  it('a zone that is not served is saved without filling in the method that the form begins with [B-41.5]', () => {
    expect(problemsOf({ ...far, isServed: false })).toEqual({})
    expect(Object.keys(problemsOf(far))).toEqual(['methods.0.name', 'methods.0.bands.0.amount'])
    const [begun] = far.methods
    expect(Object.keys(problemsOf({ ...far, isServed: false, methods: [{ ...begun!, name: 'Ground' }] }))).toEqual([
      'methods.0.bands.0.amount',
    ])
  })
})
