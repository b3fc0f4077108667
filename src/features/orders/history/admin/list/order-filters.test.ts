import { describe, expect, it } from 'vitest'
import { StaffOrderFilters, sortOf } from '../contract.ts'
import { ORDER_FILTERS, STANDING, WAITING } from './order-filters.ts'

const { read, write, clear, queryOf, isFiltered } = ORDER_FILTERS
const of = (text: string) => read(new URLSearchParams(text))

describe('the filters of the orders', () => {
  it('filters are in the address, and the API accepts them unchanged', () => {
    const text =
      'status=to_pack&q=RD-100001&from=2026-03-01&to=2026-03-02&tier=Gold&state=UT&method=stripe&sort=highest'
    expect(StaffOrderFilters.parse(queryOf(of(text)))).toEqual({
      ...Object.fromEntries(new URLSearchParams(text)),
    })
    expect(queryOf(of(''))).toEqual({})
  })

  it('the orders to pack begin with the oldest, unless another order is chosen [B-13.121]', () => {
    expect([of(''), of('status=packed'), of('status=to_pack'), of('status=to_pack&sort=newest')].map(sortOf)).toEqual([
      ...['newest', 'newest', 'oldest', 'newest'],
    ])
  })

  it('every shown filter is known, to the API too', () => {
    for (const { value } of [...WAITING, ...STANDING]) {
      expect(of(`status=${value}`).status).toBe(value)
      expect(StaffOrderFilters.parse(queryOf(of(`status=${value}`))).status).toBe(value)
    }
  })

  it('links and callers of the last release find orders on hold by the stored value [B-11.62]', () => {
    expect(of('status=review').status).toBe('on_hold')
    expect(StaffOrderFilters.parse({ status: 'review' }).status).toBe('on_hold')
  })

  it('invalid filters are dropped', () => {
    const nonsense = of('status=zeppelin&from=yesterday&tier=Tin&state=Utah&method=Cash&sort=random')
    expect(queryOf(nonsense)).toEqual({})
    expect(isFiltered(nonsense)).toBe(false)
    expect(isFiltered(of('q=%20'))).toBe(false)
    expect(isFiltered(of('tier=Gold'))).toBe(true)
  })

  it('other parameters of the address stay, and removed filters leave nothing', () => {
    const changed = write(new URLSearchParams('tab=orders&q=a'), { q: '', status: 'paid', sort: 'oldest' })
    expect(changed.toString()).toBe('tab=orders&status=paid&sort=oldest')
    expect(clear(changed).toString()).toBe('tab=orders&sort=oldest')
    expect(write(changed, { sort: '' }).has('sort')).toBe(false)
  })
})
