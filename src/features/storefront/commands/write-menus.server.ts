import { readLastEditor } from '#features/audit-log/queries.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context } from '#kernel/context.ts'
import { DEFAULT_MENUS, type MenuEntry, type Menus } from '#kernel/storefront/menus.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refuse } from '#platform/errors.ts'
import type { MenusChange } from '../contract.ts'
import { menuAddress } from '../menu-address.ts'
import { menusIn } from '../queries/menus.server.ts'
import { lockPart, storePart } from './storefront-part.server.ts'

const SUBJECT = { type: 'menus', id: 'menus', label: 'Menus' } as const

/** Changes the menus of header and footer. @throws version_conflict with the stored menus, and who changed them when. */
export async function changeMenus(ctx: Context, { version, ...input }: MenusChange): Promise<void> {
  await transact(ctx, async tx => {
    const row = await lockPart(tx, 'menus')
    const before = menusIn(row.content)
    if (version !== undefined && version !== row.version)
      throw refuse('version_conflict', {
        ...before,
        version: row.version,
        at: row.updated_at?.toISOString(),
        ...(await readLastEditor(tx, 'menus', SUBJECT.id)),
      })
    const after: Menus = {
      header: input.header?.map(asRead) ?? before.header,
      footer: input.footer?.map(asRead) ?? before.footer,
    }
    if (isEqual(before, after)) return
    // The default is not stored, so that it costs a page no bytes and follows the release.
    await storePart(tx, 'menus', { version: row.version, content: isEqual(after, DEFAULT_MENUS) ? null : after })
    await writeAuditLog(tx, { action: 'changed', subject: SUBJECT, before: logged(before), after: logged(after) })
  })
}

/** The address as a browser reads it. */
const asRead = ({ label, href }: MenuEntry): MenuEntry => ({ label, href: menuAddress(href)! })

const wordsOf = (entries: readonly MenuEntry[]) => entries.map(({ label, href }) => `${label} (${href})`)
const logged = ({ header, footer }: Menus) => ({ header: wordsOf(header), footer: wordsOf(footer) })
const isEqual = (one: Menus, other: Menus) => JSON.stringify(logged(one)) === JSON.stringify(logged(other))
