import type { DataContext } from '#kernel/context.ts'
import { DEFAULT_MENUS, type MenuEntry, type Menus } from '#kernel/storefront/menus.ts'
import type { AdminMenus } from '../contract.ts'
import { readHidden } from './hidden-entries.server.ts'

type Reading = Pick<DataContext, 'db'>

/** The menus as visitors see them. */
export async function readShownMenus(ctx: Reading, menus: Menus): Promise<Menus> {
  const hidden = new Set((await readHidden(ctx, [...menus.header, ...menus.footer])).map(({ href }) => href))
  const shown = (entries: readonly MenuEntry[]) => entries.filter(({ href }) => !hidden.has(href))
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
  const hidden = await readHidden(ctx, [...menus.header, ...menus.footer])
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
