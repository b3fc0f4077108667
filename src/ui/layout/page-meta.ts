import type { MetaDescriptor } from 'react-router'
import { isShippedMark } from '#kernel/brand/brand-picture.ts'
import { picturesIn, settingsIn } from '#kernel/client/site.ts'
import { titleOf } from '#kernel/values/words/document-title.ts'
import { withFullStop } from '#kernel/values/words/full-stop.ts'

type Page = {
  /** Title without the shop's name, which is appended; the home page passes its full title with `whole`. */
  title: string
  whole?: boolean
  /** One or two sentences, at most about 160 characters. */
  description: string
  /** The page's canonical path, without the query: `/product/…`. */
  path: string
  /** Address of a picture, `/files/…-1200.webp`; default: the brand's picture. */
  image?: string | null | undefined
  imageAlt?: string
  /** Keeps the page out of search engines: sign-in, checkout, the dashboard. */
  noindex?: boolean
  /** Structured data (schema.org), one object each. */
  jsonLd?: readonly Record<string, unknown>[]
}

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

/** Returns the shop's public address from the root route's loader. */
export function originOf(matches: Matches): string {
  const root = matches.find(match => match?.id === 'root')?.loaderData as { origin: string } | undefined
  return root?.origin ?? ''
}

/**
 * Creates title, description, Open Graph and structured data of a page:
 * `export const meta: MetaFunction<typeof loader> = ({ matches }) => pageMeta({ title: 'Store', … }, matches)`.
 * @param matches the `matches` argument of `meta`; shared links and pictures need the shop's full address.
 */
export function pageMeta(page: Page, matches: Matches): MetaDescriptor[] {
  const origin = originOf(matches)
  const { name, tagline, mark } = settingsIn(matches).brand
  const title = page.whole ? page.title : titleOf(page.title, name)
  const image = new URL(page.image ?? `/og.jpg${picturesIn(matches)}`, origin || 'http://localhost').href
  const ofBrand = isShippedMark(mark)
    ? `${name}: field gear laid out on dark canvas`
    : `${withFullStop(name)} ${tagline}`.trim()
  const meta: MetaDescriptor[] = [
    { title },
    { name: 'description', content: page.description },
    { property: 'og:site_name', content: name },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: origin + page.path },
    { property: 'og:image', content: image },
    { property: 'og:image:alt', content: page.imageAlt ?? ofBrand },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
  if (page.noindex) meta.push({ name: 'robots', content: 'noindex, nofollow' })
  else meta.push({ tagName: 'link', rel: 'canonical', href: origin + page.path })
  for (const item of page.jsonLd ?? []) meta.push({ 'script:ld+json': { '@context': 'https://schema.org', ...item } })
  return meta
}
