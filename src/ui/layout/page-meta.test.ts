import { expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '#kernel/settings.ts'
import { pageMeta } from './page-meta.ts'

const matches = [{ id: 'root', loaderData: { origin: 'https://redoubt.test', demo: false } }, undefined]
const page = { title: 'Store', description: 'Gear.', path: '/store' }

it('a page has its title, description and Open Graph data, with whole addresses [B-1.21]', () => {
  const meta = pageMeta({ ...page, image: '/files/products/a-1200.webp' }, matches)
  expect(meta).toContainEqual({ property: 'og:url', content: 'https://redoubt.test/store' })
  expect(meta).toContainEqual({ property: 'og:image', content: 'https://redoubt.test/files/products/a-1200.webp' })
  expect(meta).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://redoubt.test/store' })
  expect(meta).toContainEqual({ title: 'Store · New shop' })
  expect(meta).toContainEqual({ property: 'og:title', content: 'Store · New shop' })
  for (const name of [{ name: 'description' }, { property: 'og:description' }])
    expect(meta).toContainEqual({ ...name, content: 'Gear.' })
})

it('a private page is excluded from search engines and has no canonical address [B-1.21] [B-10.1]', () => {
  const meta = pageMeta({ ...page, noindex: true }, matches)
  expect(meta).toContainEqual({ name: 'robots', content: 'noindex, nofollow' })
  expect(meta.some(tag => 'tagName' in tag)).toBe(false)
})

it('marks structured data as schema.org [B-1.21]', () => {
  const [last] = pageMeta({ ...page, jsonLd: [{ '@type': 'WebSite' }] }, matches).slice(-1)
  expect(last).toEqual({ 'script:ld+json': { '@context': 'https://schema.org', '@type': 'WebSite' } })
})

it('a page tells the shop’s name of the settings, as it is written there [B-1.22]', () => {
  const name = 'Tom’s "Best" </script> & Co.'
  const metaOf = (mark: string | null) => {
    const settings = { ...DEFAULT_SETTINGS, brand: { name, shortName: 'Tom’s', tagline: 'Best gear.', mark } }
    const loaderData = { origin: 'https://redoubt.test', settings, pictures: mark ? '' : '?v=7' }
    return pageMeta(page, [{ id: 'root', loaderData }])
  }
  const meta = metaOf('/icons/icon-512.png')
  expect(meta).toContainEqual({ title: `Store · ${name}` })
  expect(meta).toContainEqual({ property: 'og:site_name', content: name })
  expect(meta).toContainEqual({ property: 'og:image:alt', content: `${name}: field gear laid out on dark canvas` })
  const drawn = metaOf(null)
  expect(drawn).toContainEqual({ property: 'og:image', content: 'https://redoubt.test/og.jpg?v=7' })
  expect(drawn).toContainEqual({ property: 'og:image:alt', content: `${name} Best gear.` })
  expect(JSON.stringify([meta, drawn])).not.toContain('New shop')
})
