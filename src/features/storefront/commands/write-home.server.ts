import { isDeepStrictEqual } from 'node:util'
import { leavePictures, takePictures } from '#adapters/images/take-pictures.server.ts'
import { readLastEditor } from '#features/audit-log/queries.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import type { HomeSection } from '#kernel/storefront/home/home.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals, refuse } from '#platform/errors.ts'
import { HOME_ERRORS, type HomeDraftBody } from '../home-contract.ts'
import type { TypedSection } from '../home-rules.ts'
import { menuAddress } from '../menu-address.ts'
import { homeIn, readAdminHome } from '../queries/home.server.ts'
import { homeOf, picturesIn, type StoredHome, storedHome } from '../stored-home.ts'
import { lockPart, type PartRow, storePart } from './storefront-part.server.ts'

const SUBJECT = { type: 'home', id: 'home', label: 'Home' } as const
const refuseHome = refusals(HOME_ERRORS)

type Version = { version?: number | undefined }

/**
 * Saves the draft of the home page; what is public stays. A draft of what is public is none.
 * @throws version_conflict with the stored home page, and who changed it when; invalid_input for a picture that was removed.
 */
export const saveHomeDraft = (ctx: Context, { version, sections }: HomeDraftBody): Promise<void> =>
  transact(ctx, async tx => {
    const row = await lockHome(tx, version)
    const typed = storedHome(sections.map(asRead))
    const draft = isDeepStrictEqual(typed, homeIn(row.content)) ? null : (typed ?? [])
    if (isDeepStrictEqual(draft, row.draft)) return
    await takeNewPictures(tx, row, sections)
    await store(tx, row, { content: homeIn(row.content), draft })
    const before = wordsOf(homeIn(row.draft ?? row.content))
    await writeAuditLog(tx, { action: 'saved a draft of', subject: SUBJECT, before, after: wordsOf(typed) })
  })

/** Makes the draft public in every process. @throws version_conflict; no_home_draft. */
export const publishHome = (ctx: Context, { version }: Version): Promise<void> =>
  transact(ctx, async tx => {
    const row = await lockHome(tx, version)
    if (row.draft === null) throw refuseHome('no_home_draft')
    const [before, after] = [homeIn(row.content), homeIn(row.draft)]
    // The shop's own home page is not stored, so that it costs a page no bytes and follows the release.
    await store(tx, row, { content: after?.length ? after : null, draft: null })
    await writeAuditLog(tx, { action: 'published', subject: SUBJECT, before: wordsOf(before), after: wordsOf(after) })
  })

/** Discards the draft; what is public stays. @throws version_conflict; no_home_draft. */
export const discardHomeDraft = (ctx: Context, { version }: Version): Promise<void> =>
  transact(ctx, async tx => {
    const row = await lockHome(tx, version)
    if (row.draft === null) throw refuseHome('no_home_draft')
    await store(tx, row, { content: homeIn(row.content), draft: null })
    await writeAuditLog(tx, { action: 'dropped the draft of', subject: SUBJECT, after: { version: row.version + 1 } })
  })

async function lockHome(tx: TransactionContext, version: number | undefined): Promise<PartRow> {
  const row = await lockPart(tx, 'home')
  if (version !== undefined && version !== row.version)
    throw refuse('version_conflict', {
      ...(await readAdminHome(tx, row)),
      at: row.updated_at?.toISOString(),
      ...(await readLastEditor(tx, 'home', SUBJECT.id)),
    })
  return row
}

type Written = { content: StoredHome | null; draft: StoredHome | null }

/** Writes both, and leaves the pictures that neither names any more. */
async function store(tx: TransactionContext, row: PartRow, { content, draft }: Written): Promise<void> {
  await storePart(tx, 'home', { version: row.version, content, draft })
  const kept = new Set([...picturesIn(content), ...picturesIn(draft)])
  await leavePictures(tx, keysOf(imagesIn(row).filter(image => !kept.has(image))))
}

const imagesIn = ({ content, draft }: PartRow) => [...picturesIn(homeIn(content)), ...picturesIn(homeIn(draft))]
const keysOf = (images: readonly string[]) => [...new Set(images)].map(image => image.replace('s3:', ''))

/** @throws invalid_input for a picture that was not uploaded, or that was removed because no draft took it within a day. */
async function takeNewPictures(tx: TransactionContext, row: PartRow, sections: readonly TypedSection[]): Promise<void> {
  const known = new Set(imagesIn(row))
  const images = sections.flatMap(({ picture }) => (picture && !known.has(picture.image) ? picture.image : []))
  const missing = await takePictures(tx, keysOf(images))
  const errors = sections.flatMap(({ picture }, at) =>
    picture && missing.includes(picture.image.replace('s3:', ''))
      ? [[`sections.${at}.picture`, ['Please upload this picture again.']]]
      : [],
  )
  if (errors.length > 0) throw refuse('invalid_input', {}, Object.fromEntries(errors))
}

/** Addresses as a browser reads them. */
const asRead = ({ buttons, ...section }: TypedSection): TypedSection => ({
  ...section,
  ...(buttons && { buttons: buttons.map(({ label, href }) => ({ label, href: menuAddress(href)! })) }),
})

/** The home page in lines for the log, by section, and the order of the sections. */
const wordsOf = (stored: StoredHome | null): Record<string, string> => {
  const home = homeOf(stored, image => image)
  return { order: home.map(({ id }) => id).join(', '), ...Object.fromEntries(home.map(one => [one.id, lineOf(one)])) }
}

const lineOf = ({ isShown, headline, text, picture, buttons = [], items = [] }: HomeSection): string =>
  [
    ...(isShown ? [] : ['switched off']),
    ...[headline, text, picture && `picture: ${picture.alt}`],
    ...buttons.map(({ label, href }) => `${label} (${href})`),
    ...items.flatMap(item => [item.headline, item.text]),
  ]
    .filter(Boolean)
    .join(' · ')
