import { expect, it } from 'vitest'
import { UsersQuery, UsersSearchQuery } from '../contract.ts'
import { narrowingOf, PEOPLE_FILTERS, pageOf } from './users-filters.ts'

const { read, write, clear, isFiltered } = PEOPLE_FILTERS
const of = (text: string) => read(new URLSearchParams(text))

it('filters are in the address, and the API accepts them unchanged', () => {
  const text =
    'role=draw-officer&membership=member&disabled=true&smsConsent=false&joinedFrom=2026-01-02&joinedTo=2026-03-04'
  const asked = Object.fromEntries(new URLSearchParams(text))
  expect(UsersQuery.parse(narrowingOf(of(text)))).toMatchObject(asked)
  expect(UsersSearchQuery.parse({ ...narrowingOf(of(text)), q: 'sam' })).toMatchObject(asked)
})

it('invalid filters are dropped', () => {
  const nonsense = of('role=king&membership=gold&disabled=1&smsConsent=maybe&joinedFrom=soon&sort=random')
  expect(narrowingOf(nonsense)).toEqual({})
  expect([isFiltered(nonsense), isFiltered(of('q=%20')), isFiltered(of('role=staff'))]).toEqual([false, false, true])
  expect(['2', '0', '-1', '1.5', 'x', '99999999'].map(page => pageOf(new URLSearchParams({ page })))).toEqual([
    2, 1, 1, 1, 1, 1,
  ])
})

it('a changed filter begins at the first page, and leaves other parameters alone', () => {
  const changed = write(new URLSearchParams('tab=users&page=7&q=a'), { q: '', role: 'staff', sort: 'name-asc' })
  expect(changed.toString()).toBe('tab=users&role=staff&sort=name-asc')
  expect(clear(changed).toString()).toBe('tab=users&sort=name-asc')
})
