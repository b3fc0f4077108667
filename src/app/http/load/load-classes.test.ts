import { describe, expect, it } from 'vitest'
import { declaredRefusals } from '../../api/testing/declared-refusals.ts'
import { testShop } from '../../testing/shop.ts'
import { classOfRoute, ROUTES_OF } from './load-classes.ts'

const shop = await testShop()
const routes = declaredRefusals(shop.web.api).map(({ route }) => route)

describe('the classes of calls', () => {
  it('names only routes of the API, each once', () => {
    const named = Object.values(ROUTES_OF).flat()
    const known = new Set(routes)
    expect(named.filter(route => !known.has(route))).toEqual([])
    expect(new Set(named).size).toBe(named.length)
  })

  it('puts each list and each file of staff in a class that can be refused', () => {
    const files = routes.filter(route => /export|\.csv$/.test(route))
    expect(files.map(route => classOfRoute(...(route.split(' ') as [string, string])))).toEqual(files.map(() => 'bulk'))
  })
})
