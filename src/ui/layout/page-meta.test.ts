import { expect, it } from 'vitest'
import { pageMeta } from './page-meta.ts'

const matches = [{ id: 'root', loaderData: { origin: 'https://redoubt.test', demo: false } }, undefined]
const page = { title: 'Store', description: 'Gear.', path: '/store' }

it('gives shared links and pictures their whole address', () => {
  const meta = pageMeta({ ...page, image: '/files/products/a-1200.webp' }, matches)
  expect(meta).toContainEqual({ property: 'og:url', content: 'https://redoubt.test/store' })
  expect(meta).toContainEqual({ property: 'og:image', content: 'https://redoubt.test/files/products/a-1200.webp' })
  expect(meta).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://redoubt.test/store' })
  expect(meta).toContainEqual({ title: 'Store · Redoubt' })
})

it('a private page is excluded from search engines and has no canonical address', () => {
  const meta = pageMeta({ ...page, noindex: true }, matches)
  expect(meta).toContainEqual({ name: 'robots', content: 'noindex, nofollow' })
  expect(meta.some(tag => 'tagName' in tag)).toBe(false)
})

it('marks structured data as schema.org', () => {
  const [last] = pageMeta({ ...page, jsonLd: [{ '@type': 'WebSite' }] }, matches).slice(-1)
  expect(last).toEqual({ 'script:ld+json': { '@context': 'https://schema.org', '@type': 'WebSite' } })
})
