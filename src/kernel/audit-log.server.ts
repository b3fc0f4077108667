import { sql } from 'kysely'
import type { SubjectType } from '#kernel/audit-subjects.ts'
import type { DataContext } from '#kernel/context.ts'
import { maskedEmail } from '#platform/secrets/masked-email.ts'
import { newId } from '#platform/values/ids.server.ts'

type Values = Record<string, unknown>

export type Change = {
  /** A past-tense verb for the staff: `changed`, `deleted`, `gave credits`. */
  action: string
  subject: { type: SubjectType; id: string; label?: string }
  /** Values before and after a change. Equal fields are left out. */
  before?: Values
  after?: Values
  reason?: string | null | undefined
}

/** Fields with personal values. The audit log names the changed field but never stores its value. */
const PRIVATE = /^(phone|birthDate|birthday|line1|line2|postalCode|address|shippingAddress|name|userName)$/

/**
 * Writes a staff action to the audit log, in the caller's transaction. The actor and role come from the context; an action of a proposal
 * also names who proposed it.
 * Writes nothing when `before` and `after` are given and equal. Masks e-mail addresses and leaves out other personal values, because audit
 * log rows can never be changed and accounts can be deleted.
 */
export const writeAuditLog = (ctx: DataContext, change: Change): Promise<void> => writeAuditLogRows(ctx, [change])

/** Rows per INSERT statement. */
const BATCH = 500

/** Writes several changes to the audit log, in batches of `BATCH` rows. */
export async function writeAuditLogRows(ctx: DataContext, changes: readonly Change[]): Promise<void> {
  ctx.leaveReplica?.()
  const rows = changes.flatMap(change => rowOf(ctx, change))
  for (let at = 0; at < rows.length; at += BATCH)
    await ctx.db
      .insertInto('audit_log')
      .values(rows.slice(at, at + BATCH))
      .execute()
}

/** Returns an empty list when nothing changed. */
function rowOf(ctx: DataContext, change: Change) {
  const [before, after] = differences(change.before, change.after)
  if (change.before && change.after && Object.keys(after!).length === 0) return []
  const { subject } = change
  const noted = ctx.proposal ? { ...after, proposedBy: ctx.proposal.proposedBy } : after
  return [
    {
      id: newId(),
      at: ctx.now(),
      actor_id: ctx.actor?.userId ?? null,
      actor_role: ctx.actor?.role ?? null,
      action: change.action,
      subject_type: subject.type,
      subject_id: subject.id,
      subject_label: masked(subject.label ?? '').slice(0, 200),
      before: before ? sql<never>`${JSON.stringify(before)}::jsonb` : null,
      after: noted ? sql<never>`${JSON.stringify(noted)}::jsonb` : null,
      reason: change.reason?.trim() ? masked(change.reason.trim()).slice(0, 500) : null,
      request_id: ctx.requestId || null,
    },
  ]
}

/** Characters that end an e-mail address in a sentence. */
const SEPARATORS = /([\s<>"',;:()]+)/
const isAddress = (word: string) => /^[^@]+@.*\../.test(word)
const masked = (text: string) =>
  text
    .split(SEPARATORS)
    .map(word => (isAddress(word) ? maskedEmail(word) : word))
    .join('')

/** Returns only the differing fields, with private fields and e-mail addresses masked. */
function differences(before: Values | undefined, after: Values | undefined) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    name => !before || !after || JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  )
  const kept = (values: Values | undefined) =>
    values && Object.fromEntries(names.map(name => [name, keptOf(name, values[name])]))
  return [kept(before), kept(after)] as const
}

function keptOf(name: string, value: unknown): unknown {
  if (value === undefined || value === null) return null
  if (PRIVATE.test(name)) return '•••'
  return JSON.parse(JSON.stringify(value, (_, part) => (typeof part === 'string' ? masked(part) : part)))
}
