import { readSlugs, type SlugState } from '#features/own-pages/queries/own-pages.server.ts'
import type { DataContext } from '#kernel/context.ts'
import { DEFAULT_MENUS, type MenuEntry, type Menus } from '#kernel/storefront/menus.ts'
import type { AdminMenus } from '../contract.ts'
import { slugIn } from '../menu-address.ts'

type Reading = Pick<DataContext, 'db'>

const slugsIn = ({ header, footer }: Menus) => [...header, ...footer].flatMap(({ href }) => slugIn(href) ?? [])

/** Why visitors do not see where an entry leads; undefined for an entry that they see. */
const reasonOf = ({ href }: MenuEntry, states: ReadonlyMap<string, SlugState>): 'draft' | 'missing' | undefined => {
  const slug = slugIn(href)
  const state = slug === undefined ? 'published' : (states.get(slug) ?? 'missing')
  return state === 'published' ? undefined : state
}

/** The menus as visitors see them. */
export async function readShownMenus(ctx: Reading, menus: Menus): Promise<Menus> {
  const states = await readSlugs(ctx, slugsIn(menus))
  const shown = (entries: readonly MenuEntry[]) => entries.filter(entry => reasonOf(entry, states) === undefined)
  return { header: shown(menus.header), footer: shown(menus.footer) }
}

/** The menus as staff wrote them, with what visitors do not see. */
export async function readAdminMenus(ctx: Reading): Promise<AdminMenus> {
  const row = await ctx.db
    .selectFrom('storefront_part')
    .select(['content', 'version', 'updated_at'])
    .where('name', '=', 'menus')
    .executeTakeFirstOrThrow()
  const menus = menusIn(row.content)
  const states = await readSlugs(ctx, slugsIn(menus))
  const hidden = [...menus.header, ...menus.footer].flatMap(entry => {
    const reason = reasonOf(entry, states)
    return reason ? [{ href: entry.href, reason }] : []
  })
  return {
    header: [...menus.header],
    footer: [...menus.footer],
    hidden,
    version: row.version,
    updatedAt: row.updated_at?.toISOString() ?? null,
  }
}

/** The menus of a row. */
export const menusIn = (content: unknown): Menus => (content as Menus | null) ?? DEFAULT_MENUS
