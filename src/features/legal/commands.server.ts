import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals } from '#platform/errors.ts'
import { ACCEPTED_KINDS, type Kind, LEGAL_ERRORS, type LegalText } from './contract.ts'

const refuse = refusals(LEGAL_ERRORS)

/** The tag of public responses that show legal texts. */
export const LEGAL_TAG = 'legal'

/**
 * Publishes texts: a text whose wording differs from its newest version becomes the next version. Repeated or concurrent calls
 * publish once.
 * @returns the kinds with a new version.
 */
export async function publishDocuments(
  ctx: Context | TransactionContext,
  texts: readonly LegalText[],
): Promise<Kind[]> {
  return transact(ctx, async tx => {
    await lockDocuments(tx)
    const fresh: Kind[] = []
    for (const { kind, title, clauses, templateVersion = null } of texts) {
      const text = JSON.stringify(clauses)
      const hash = hashOfText({ title, clauses })
      const { numAffectedRows } = await sql`
        insert into legal_document (kind, version, title, clauses, hash, published_at, template_version)
        select ${kind}, coalesce(max(version), 0) + 1, ${title}, ${text}::jsonb, ${hash}, ${tx.now()}, ${templateVersion}::integer
        from legal_document where kind = ${kind}
        having coalesce((array_agg(hash order by version desc))[1], '') <> ${hash}`.execute(tx.db)
      if (numAffectedRows === 1n) fresh.push(kind)
    }
    if (fresh.length > 0) tx.onCommit(ctx => ctx.changed(LEGAL_TAG))
    return fresh
  })
}

/** The hash by which a text is compared with the version in force: SHA-256 of title and clauses. */
const hashOfText = ({ title, clauses }: Pick<LegalText, 'title' | 'clauses'>): string =>
  createHash('sha256')
    .update(JSON.stringify([title, clauses]))
    .digest('hex')

/** Holds all other publications until the transaction ends. */
export const lockDocuments = (tx: TransactionContext) =>
  sql`select pg_advisory_xact_lock(hashtext('publish-legal'))`.execute(tx.db)

type Registered = { userId: string; at: Date; ip: string }

/** Records the acceptance of the versions in force at registration. */
export const acceptAtRegistration = (tx: TransactionContext, { userId, at, ip }: Registered) =>
  sql`
    insert into legal_acceptance (user_id, kind, version, how, ip, accepted_at)
    select ${userId}, kind, max(version), 'registration', nullif(${ip}, ''), ${at} from legal_document
    where kind = any(${[...ACCEPTED_KINDS]}::text[]) and published_at <= ${at} group by kind
    on conflict do nothing`.execute(tx.db)

/** Records that the caller has read a notice of new versions and continues. @throws legal_not_found for an unknown version. */
export async function acceptVersions(
  ctx: Context,
  input: { userId: string; documents: readonly { kind: Kind; version: number }[] },
): Promise<void> {
  const kinds = input.documents.map(({ kind }) => kind)
  const versions = input.documents.map(({ version }) => version)
  await sql`
    insert into legal_acceptance (user_id, kind, version, how, ip, accepted_at)
    select ${input.userId}, kind, version, 'notice', nullif(${ctx.ip}, ''), ${ctx.now()}
    from unnest(${kinds}::text[], ${versions}::integer[]) as read (kind, version)
    on conflict do nothing`
    .execute(ctx.db)
    .catch(error => {
      throw error.code === '23503' ? refuse('legal_not_found') : error
    })
}

/** Records that staff have read versions. One that is unknown, or was read before, changes nothing. */
export async function recordReading(tx: TransactionContext, read: readonly { kind: Kind; version: number }[]) {
  const [kinds, versions] = [read.map(({ kind }) => kind), read.map(({ version }) => version)]
  await sql`
    insert into legal_reading (kind, version, read_at)
    select kind, version, ${tx.now()} from legal_document
    where (kind, version) in (select * from unnest(${kinds}::text[], ${versions}::integer[]))
    on conflict do nothing`.execute(tx.db)
}
