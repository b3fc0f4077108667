import type { DataContext } from '#kernel/context.ts'
import { shownSections } from '#kernel/storefront/home/home.ts'
import type { Json } from '#platform/db/tables.ts'
import type { AdminHome, PublicHome } from '../home-contract.ts'
import { homeOf, type StoredHome } from '../stored-home.ts'
import { readHidden } from './hidden-entries.server.ts'

/** Cache tag of the answer; a change empties the whole cache beside it. */
export const HOME_TAG = 'home'

/** What a process keeps of the published home page: its row, and the addresses that its buttons must not lead to. */
export type KeptHome = { stored: StoredHome; hidden: string[] }

export const homeIn = (content: Json | null): StoredHome | null => content as StoredHome | null

export async function readKeptHome(ctx: Pick<DataContext, 'db'>, stored: StoredHome): Promise<KeptHome> {
  const hidden = await readHidden(ctx, buttonsIn(stored))
  return { stored, hidden: hidden.map(({ href }) => href) }
}

const buttonsIn = (sections: StoredHome) => sections.flatMap(({ buttons = [] }) => buttons)

const srcOf =
  ({ storage }: Pick<DataContext, 'storage'>) =>
  (image: string) =>
    storage.publicUrl(image.replace('s3:', ''))

/** The published home page, as visitors see it. @param kept undefined for the shop's own */
export function publicHome(ctx: Pick<DataContext, 'storage'>, kept: KeptHome | undefined): PublicHome {
  if (!kept) return { sections: null }
  const sections = shownSections(homeOf(kept.stored, srcOf(ctx))).map(section => ({
    ...section,
    ...(section.buttons && { buttons: section.buttons.filter(({ href }) => !kept.hidden.includes(href)) }),
  }))
  return { sections: sections as PublicHome['sections'] }
}

type Row = { content: Json | null; draft: Json | null; version: number; updated_at: Date | null }

const readRow = ({ db }: Pick<DataContext, 'db'>): Promise<Row> =>
  db
    .selectFrom('storefront_part')
    .select(['content', 'draft', 'version', 'updated_at'])
    .where('name', '=', 'home')
    .executeTakeFirstOrThrow()

/** The home page for staff: the draft, and what is public. @param known the row, where the caller has locked it */
export async function readAdminHome(ctx: Pick<DataContext, 'db' | 'storage'>, known?: Row): Promise<AdminHome> {
  const row = known ?? (await readRow(ctx))
  const written = homeIn(row.draft ?? row.content)
  const [published, sections] = [homeIn(row.content), written].map(stored => homeOf(stored, srcOf(ctx)))
  return {
    sections: sections as AdminHome['sections'],
    published: published as AdminHome['sections'],
    hasDraft: row.draft !== null,
    hidden: await readHidden(ctx, buttonsIn(written ?? [])),
    version: row.version,
    updatedAt: row.updated_at?.toISOString() ?? null,
  }
}
