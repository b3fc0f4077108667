import { expect, it } from 'vitest'
import { MENU_PLACES } from '#features/storefront/menu-address.ts'
import routes from '../../routes.ts'

it('every place that a menu may lead to is a page of the site [B-38.2]', () => {
  const pages = new Set(routes.map(({ path }) => path?.split('/')[0]))
  expect(MENU_PLACES.filter(place => !pages.has(place))).toEqual([])
})
