import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { dayFilter, defineFilters, type FiltersOf, searchWords } from '../define-filters.ts'

const shape = {
  status: z.enum(['open', 'closed']),
  q: searchWords(5),
  from: dayFilter,
  state: z
    .string()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/),
  sort: z.enum(['newest', 'oldest']).default('newest'),
}
const list = defineFilters(shape, ['sort'])
const read = (text: string) => list.read(new URLSearchParams(text))
const UNSET = { status: '', q: '', from: '', state: '', sort: 'newest' }

describe('filters in the address', () => {
  it('are read by their schemas', () => {
    expect(read('tab=x&status=open&q=abc&from=2026-03-01&state=ut&sort=oldest')).toEqual({
      status: 'open',
      q: 'abc',
      from: '2026-03-01',
      state: 'UT',
      sort: 'oldest',
    })
    expectTypeOf<FiltersOf<typeof shape>['status']>().toEqualTypeOf<'open' | 'closed' | ''>()
    expectTypeOf<FiltersOf<typeof shape>['sort']>().toEqualTypeOf<'newest' | 'oldest'>()
  })

  it('are unset where the address has none or an invalid value', () => {
    expect(read('')).toEqual(UNSET)
    expect(read('status=zeppelin&from=soon&state=Utah&sort=random&q=')).toEqual(UNSET)
    expect(read('q=abcdefgh').q).toBe('abcde')
  })

  it('are written without defaults, at the first page, beside other parameters', () => {
    const params = new URLSearchParams('tab=orders&page=3&q=a&sort=oldest')
    expect(list.write(params, { q: '', status: 'open' }).toString()).toBe('tab=orders&sort=oldest&status=open')
    expect(list.write(params, { sort: 'newest' }).toString()).toBe('tab=orders&q=a')
    expect(params.toString()).toBe('tab=orders&page=3&q=a&sort=oldest')
  })

  it('are cleared without the order', () => {
    const params = new URLSearchParams('tab=orders&q=a&status=open&from=2026-03-01&sort=oldest')
    expect(list.clear(params).toString()).toBe('tab=orders&sort=oldest')
  })

  it('become parameters of the API, trimmed and without unset ones', () => {
    const filters = read('status=open&q=%20a%20')
    expect(list.queryOf(filters)).toEqual({ status: 'open', q: 'a', sort: 'newest' })
    expect(list.filterQueryOf(filters)).toEqual({ status: 'open', q: 'a' })
  })

  it('count as set only with a value that is not blank or an order', () => {
    expect(['q=%20', 'sort=oldest', 'status=open'].map(text => list.isFiltered(read(text)))).toEqual([
      false,
      false,
      true,
    ])
  })

  it('have their names for saved filters, with and without the order', () => {
    expect([list.names.at(-1), list.filterNames]).toEqual(['sort', ['status', 'q', 'from', 'state']])
  })
})
