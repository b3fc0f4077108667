import { expect, it } from 'vitest'
import { MENU_PLACES, menuAddress, NAMED_PLACES } from '#features/storefront/menu-address.ts'
import routes from '../../routes.ts'

it('every place that a menu may lead to is a page of the site [B-38.2]', () => {
  const pages = new Set(routes.map(({ path }) => path?.split('/')[0]))
  expect(MENU_PLACES.filter(place => !pages.has(place))).toEqual([])
})

it('a place that is a page only with a name behind it is refused alone [B-38.2]', () => {
  const pages = new Set(routes.map(({ path }) => path))
  expect(MENU_PLACES.filter(place => !pages.has(place))).toEqual(expect.arrayContaining([...NAMED_PLACES]))
  const alone = MENU_PLACES.filter(place => !pages.has(place)).flatMap(place => [
    `/${place}`,
    `/${place}/`,
    `/${place}?a=b`,
  ])
  expect(alone.filter(address => menuAddress(address) !== undefined)).toEqual([])
  expect(menuAddress('/pages/sizes')).toBe('/pages/sizes')
})
