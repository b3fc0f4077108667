import { expect, it } from 'vitest'
import { changedFields, edited, merged, openFormState, outdated } from '../record-form-state.ts'

const OPENED = { name: 'Pack', stock: '3', tags: ['a'] }
const typed = (name: string) => (now: typeof OPENED) => ({ ...now, name })

it('opens without changes and problems', () => {
  const state = openFormState(OPENED, 4)
  expect(state).toEqual({ opened: OPENED, current: OPENED, version: 4, errors: {} })
  expect(changedFields(state.current, state.opened)).toEqual([])
})

it('names the fields that differ by content, and none after the old value is typed again', () => {
  const state = edited(openFormState(OPENED, 4), typed('Bag'), ['name'])
  expect(changedFields(state.current, state.opened)).toEqual(['name'])
  expect(changedFields({ ...OPENED, tags: ['a'] }, OPENED)).toEqual([])
  expect(changedFields({ ...OPENED, tags: ['b'] }, OPENED)).toEqual(['tags'])
  const back = edited(state, typed('Pack'), ['name'])
  expect(changedFields(back.current, back.opened)).toEqual([])
})

it('clears the problems of an edited field, and keeps the others', () => {
  const errors = { name: 'Too long', 'name.0': 'Bad', names: 'Other', stock: 'Missing' }
  const state = edited({ ...openFormState(OPENED, 4), errors }, typed('Bag'), ['name'])
  expect(state.errors).toEqual({ names: 'Other', stock: 'Missing' })
})

it('continues from the newer version after a conflict, without losing typed values', () => {
  const newer = { ...OPENED, stock: '9' }
  const state = outdated(edited(openFormState(OPENED, 4), typed('Bag'), ['name']), 5)
  expect([state.version, state.current.name, state.opened.stock]).toEqual([5, 'Bag', '3'])
  const done = merged(state, { ...newer, name: 'Bag' }, newer)
  expect([done.version, done.current, changedFields(done.current, done.opened)]).toEqual([
    5,
    { name: 'Bag', stock: '9', tags: ['a'] },
    ['name'],
  ])
})
