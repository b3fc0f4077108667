import { expect, it } from 'vitest'
import { canonicalPageAddress } from './cached-pages.server.ts'

it.each([
  ['/', '/'],
  ['/?utm_source=x&gclid=1', '/'],
  ['/?', '/'],
  ['/legal?x=1', '/legal'],
  ['/brand.css?x=1', '/brand.css'],
  ['/site.webmanifest?x=1', '/site.webmanifest'],
  ['/sitemap.xml?x=1', '/sitemap.xml'],
  ['/store', '/store'],
  ['/store?x=1', '/store'],
  ['/store?page=1&sort=featured&tier=none', '/store'],
  ['/store?x=1&sort=newest&q=%20boots%20&quick=7', '/store?q=boots&sort=newest'],
  ['/store?q=a&q=b', '/store?q=a'],
  ['/giveaways?x=1&tab=past', '/giveaways?tab=past'],
  ['/giveaways/field-kit?x=1', '/giveaways/field-kit'],
  ['/pages/about-our-shop?x=1', '/pages/about-our-shop'],
  ['/product/patch?size=M&color=Tan&x=1', '/product/patch?color=Tan&size=M'],
  // Other pages keep their query: their HTML may depend on all of it.
  ['/login?next=%2Forders', '/login?next=%2Forders'],
  ['/api/products?limit=12&x=1', '/api/products?limit=12&x=1'],
])('keeps %s under %s', (address, canonical) => {
  expect(canonicalPageAddress(address)).toBe(canonical)
  expect(canonicalPageAddress(canonical)).toBe(canonical)
})
