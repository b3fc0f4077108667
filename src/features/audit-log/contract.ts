import { z } from 'zod'
import { model } from '#kernel/api/openapi/model.ts'
import { PAGE_QUERY, searchWords } from '#kernel/api/page-query.ts'
import { ROLES } from '#kernel/rights.ts'
import { shopDay } from '#kernel/values/shop-day-input.ts'

/** Filters: kind, subject, actor, action, words of label or reason, and days. */
export const AuditLogQuery = z.strictObject({
  type: z.string().max(40).optional(),
  id: z.string().max(200).optional(),
  actor: z.uuid().optional(),
  action: z.string().max(60).optional(),
  q: searchWords(100),
  /** Days of the shop, both included. */
  from: shopDay.optional(),
  to: shopDay.optional(),
  ...PAGE_QUERY,
})
export type AuditLogQuery = z.infer<typeof AuditLogQuery>

const values = z.record(z.string(), z.unknown()).nullable()

export const AuditLogRow = model('AuditLogRow', {
  id: z.string(),
  at: z.iso.datetime(),
  /** Null: the shop itself. `name` is null when the account no longer exists. */
  actor: z.object({ id: z.string(), name: z.string().nullable(), role: z.enum(ROLES).nullable() }).nullable(),
  action: z.string(),
  subject: z.object({ type: z.string(), id: z.string(), label: z.string() }),
  /** Changed fields only. */
  before: values,
  after: values,
  reason: z.string().nullable(),
  requestId: z.string().nullable(),
})
export type AuditLogRow = z.infer<typeof AuditLogRow>

export const AuditLogPage = z.object({ records: z.array(AuditLogRow), nextCursor: z.string().nullable() })
export type AuditLogPage = z.infer<typeof AuditLogPage>
