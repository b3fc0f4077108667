import { sql } from 'kysely'
import type { Context } from '#adapters/context.ts'
import { newId } from '#platform/ids.server.ts'
import { maskedEmail } from '#platform/masked-email.ts'

/** What records are about; the kinds that screens can be opened for. */
export type SubjectType =
  | 'person'
  | 'order'
  | 'product'
  | 'giveaway'
  | 'entry'
  | 'winner'
  | 'coupon'
  | 'ticket'
  | 'canned-reply'
  | 'sms-campaign'
  | 'settings'
  | 'discrepancy'
  | 'route'

type Values = Record<string, unknown>

export type Change = {
  /** A verb in the past as staff read it: `changed`, `deleted`, `gave credits`. */
  action: string
  subject: { type: SubjectType; id: string; label?: string }
  /** Of a thing that changed: its values before and after; what is alike in both is left out. */
  before?: Values
  after?: Values
  reason?: string | null | undefined
}

/** Fields whose values are somebody's own: the record says that they changed, and never what they were. */
const PRIVATE = /^(phone|birthDate|birthday|line1|line2|postalCode|address|shippingAddress|name|userName)$/

/**
 * Writes down what somebody of the staff did, in the caller's transaction; who and with which role is the context's actor.
 * Nothing is written when `before` and `after` are given and alike. E-mail addresses are masked, and other personal values left
 * out, because the record can never be changed and people can leave.
 */
export const recordChange = (ctx: Context, change: Change): Promise<void> => recordChanges(ctx, [change])

/** Rows of one statement. */
const BATCH = 500

/** The same for much that was done at once. */
export async function recordChanges(ctx: Context, changes: readonly Change[]): Promise<void> {
  const rows = changes.flatMap(change => rowOf(ctx, change))
  for (let at = 0; at < rows.length; at += BATCH)
    await ctx.db
      .insertInto('change_record')
      .values(rows.slice(at, at + BATCH))
      .execute()
}

/** None when nothing changed. */
function rowOf(ctx: Context, change: Change) {
  const [before, after] = differences(change.before, change.after)
  if (change.before && change.after && Object.keys(after!).length === 0) return []
  const { subject } = change
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
      after: after ? sql<never>`${JSON.stringify(after)}::jsonb` : null,
      reason: change.reason?.trim() ? masked(change.reason.trim()).slice(0, 500) : null,
      request_id: ctx.requestId || null,
    },
  ]
}

/** What ends an e-mail address in a sentence. */
const SEPARATORS = /([\s<>"',;:()]+)/
const isAddress = (word: string) => /^[^@]+@.*\../.test(word)
const masked = (text: string) =>
  text
    .split(SEPARATORS)
    .map(word => (isAddress(word) ? maskedEmail(word) : word))
    .join('')

/** Only what differs, each value fit to be kept for good. */
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
