import { readLastEditor } from '#features/audit-log/queries.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { cleanText } from '#kernel/rich-text/cleaned-texts.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { isVisible } from '#kernel/values/inputs/visible.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import { type NewOwnPage, NO_WORDS, OWN_PAGE, OWN_PAGE_ERRORS, type OwnPageChange } from '../contract.ts'
import { OWN_PAGE_COLUMNS, OWN_PAGES_TAG, ownPageOfRow } from '../queries/own-pages.server.ts'

const refuse = refusals(OWN_PAGE_ERRORS)

/** Creates a page, published unless it is a draft. @returns its id. @throws slug_taken; invalid_input for a body without words. */
export const createPage = (ctx: Context, input: NewOwnPage): Promise<string> =>
  transact(ctx, tx => insertPage(tx, input))

export async function insertPage(tx: TransactionContext, input: NewOwnPage): Promise<string> {
  const id = newId()
  const page = { ...input, body: await cleanBody(input.body) }
  await tx.db
    .insertInto('own_page')
    .values({ id, ...OWN_PAGE.columnsOf(page), created_at: tx.now(), updated_at: tx.now() })
    .execute()
    .catch(orTaken)
  await dropRedirect(tx, page.slug)
  await writeAuditLog(tx, { action: 'made', subject: subjectOf(id, page), after: logged(page) })
  showChange(tx)
  return id
}

/**
 * Changes a page. A former slug leads to the page from then on.
 * @throws page_not_found, slug_taken; version_conflict with the stored page, and who changed it when; invalid_input for a body without words.
 */
export async function changePage(ctx: Context, id: string, { version, ...input }: OwnPageChange): Promise<void> {
  await transact(ctx, async tx => {
    const before = await lockPage(tx, id)
    if (version !== undefined && version !== before.version)
      throw refuseAny('version_conflict', {
        page: before,
        version: before.version,
        at: before.updatedAt,
        ...(await readLastEditor(tx, 'page', id)),
      })
    const page = { ...before, ...input, ...(input.body !== undefined && { body: await cleanBody(input.body) }) }
    if (OWN_PAGE.names.every(name => page[name] === before[name])) return
    await tx.db
      .updateTable('own_page')
      .set({ ...OWN_PAGE.columnsOf(page), version: before.version + 1, updated_at: tx.now() })
      .where('id', '=', id)
      .execute()
      .catch(orTaken)
    if (page.slug !== before.slug) await redirectTo(tx, id, { from: before.slug, to: page.slug })
    const entry = { action: 'changed', subject: subjectOf(id, page), before: logged(before), after: logged(page) }
    await writeAuditLog(tx, entry)
    showChange(tx)
  })
}

/** Deletes a page and its former slugs. @throws page_not_found */
export const deletePage = (ctx: Context, id: string): Promise<void> =>
  transact(ctx, async tx => {
    const before = await lockPage(tx, id)
    await tx.db.deleteFrom('own_page').where('id', '=', id).execute()
    await writeAuditLog(tx, { action: 'deleted', subject: subjectOf(id, before), before: logged(before) })
    showChange(tx)
  })

async function lockPage(tx: TransactionContext, id: string) {
  const row = await tx.db
    .selectFrom('own_page')
    .select(OWN_PAGE_COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw refuse('page_not_found')
  return ownPageOfRow(row)
}

/** @throws invalid_input for a body that shows nothing. */
async function cleanBody(body: string): Promise<string> {
  const { html, text } = await cleanText(body)
  if (!isVisible(text)) throw refuseAny('invalid_input', {}, { body: [NO_WORDS] })
  return html
}

async function redirectTo(tx: TransactionContext, id: string, { from, to }: { from: string; to: string }) {
  await dropRedirect(tx, to)
  await tx.db
    .insertInto('own_page_redirect')
    .values({ slug: from, page_id: id })
    .onConflict(conflict => conflict.column('slug').doUpdateSet({ page_id: id }))
    .execute()
}

/** A page's own slug leads nowhere else. */
const dropRedirect = (tx: TransactionContext, slug: string) =>
  tx.db.deleteFrom('own_page_redirect').where('slug', '=', slug).execute()

const orTaken = (error: { code?: string }) => {
  throw error.code === '23505' ? refuse('slug_taken', {}, { slug: [OWN_PAGE_ERRORS.slug_taken.message] }) : error
}

type Written = { title: string; slug: string; body: string; isDraft: boolean }

const subjectOf = (id: string, { title }: Written) => ({ type: 'page' as const, id, label: title })
/** The log keeps the size of the text: it is public, and it would be many times the rest of the log. */
const logged = ({ title, slug, body, isDraft }: Written) => ({ title, slug, isDraft, characters: body.length })

const showChange = (tx: TransactionContext) => tx.onCommit(ctx => ctx.changed(OWN_PAGES_TAG))
