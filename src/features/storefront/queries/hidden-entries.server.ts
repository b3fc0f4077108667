import { readSlugs } from '#features/own-pages/queries/own-pages.server.ts'
import type { DataContext } from '#kernel/context.ts'
import type { MenuEntry } from '#kernel/storefront/menus.ts'
import { slugIn } from '../menu-address.ts'

export type HiddenEntry = { href: string; reason: 'draft' | 'missing' }

/** The addresses among these that lead to an own page which visitors do not see, and why. */
export async function readHidden(
  ctx: Pick<DataContext, 'db'>,
  entries: readonly Pick<MenuEntry, 'href'>[],
): Promise<HiddenEntry[]> {
  const states = await readSlugs(
    ctx,
    entries.flatMap(({ href }) => slugIn(href) ?? []),
  )
  return entries.flatMap(({ href }): HiddenEntry[] => {
    const slug = slugIn(href)
    const state = slug === undefined ? 'published' : (states.get(slug) ?? 'missing')
    return state === 'published' ? [] : [{ href, reason: state }]
  })
}
