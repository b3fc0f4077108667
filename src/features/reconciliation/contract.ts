import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { PAGE_QUERY } from '#kernel/api/page-query.ts'
import { requiredText } from '#kernel/values/inputs/texts.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { badGateway, conflict, type ErrorTable, notFound } from '#platform/errors.ts'

export const RECONCILIATION_ERRORS = {
  reconcile_failed: badGateway('Failed to reconcile transaction'),
  session_not_found: notFound('The payment provider knows no such session. Check the session ID.'),
  session_without_order: notFound('This session names no order of ours. Check the session ID.'),
  account_not_found: notFound('No account has this e-mail. Check the spelling.'),
  discrepancy_not_found: notFound('We could not find this discrepancy.'),
  discrepancy_closed: conflict('This discrepancy is already resolved.'),
} as const satisfies ErrorTable

/** Statuses of the credit audit. */
export const AUDIT_STATUSES = ['success', 'failed', 'duplicate', 'pending', 'missing_audit'] as const
export type AuditStatus = (typeof AUDIT_STATUSES)[number]

const ENTER_EMAIL = 'Please enter an email address'
const EMAIL_LONG = 'Email must be 254 characters or less'
const ENTER_BOTH = 'Please enter both session ID and email'

const TierCredits = z.object(
  Object.fromEntries(TIERS.map(tier => [tier, z.int()])) as Record<(typeof TIERS)[number], z.ZodInt>,
)

/** One step in which credits were issued, taken back, or should have been issued. */
export const AuditRecord = model('CreditAuditRecord', {
  id: z.string(),
  status: z.enum(AUDIT_STATUSES),
  /** Origin of the credits: order, refund, membership, admin … */
  sourceType: z.string(),
  sourceId: z.string(),
  /** Issued credits, negative when taken back. For `failed` and `pending`, the credits concerned. */
  credits: TierCredits,
  createdAt: z.iso.datetime(),
  errorMessage: z.string().nullable(),
  /** A key under which the step can happen only once. */
  idempotencyKey: z.string(),
})
export type AuditRecord = z.infer<typeof AuditRecord>

export const AuditQuery = z.strictObject({
  email: requiredText(ENTER_EMAIL, 254, EMAIL_LONG),
  limit: z.coerce.number().int().min(1).max(500).default(100),
})
export const AuditTrail = z.object({ auditTrail: z.array(AuditRecord), count: z.int() })

export const ReconcileInput = strictModel('ReconcileInput', {
  sessionId: requiredText(ENTER_BOTH, 200, 'Session ID must be 200 characters or less'),
  email: requiredText(ENTER_BOTH, 254, EMAIL_LONG),
})

export const ReconcileResult = model('ReconcileResult', {
  status: z.enum(AUDIT_STATUSES),
  issue: z.string().nullable(),
  /** Issued by this call. */
  creditsIssued: TierCredits,
  auditRecord: AuditRecord.nullable(),
})
export type ReconcileResult = z.infer<typeof ReconcileResult>

export const ReportQuery = z.strictObject({ email: z.string().trim().max(254).optional() })
export const CreditReport = model('CreditReport', {
  summary: z.object({
    totalTransactions: z.int(),
    successfulIssuances: z.int(),
    failedIssuances: z.int(),
    duplicateAttempts: z.int(),
    pendingIssuances: z.int(),
  }),
  issues: z.array(z.object({ type: z.string(), sourceId: z.string(), error: z.string() })),
  recommendations: z.array(z.string()),
})
export type CreditReport = z.infer<typeof CreditReport>

export const DISCREPANCY_KINDS = [
  'charge_unknown',
  'charge_unsettled',
  'charge_extra',
  'charge_missing',
  'charge_differs',
  'renewal_unknown',
  'refund_unknown',
  'refund_missing',
  'refund_differs',
  'refund_unsent',
  'subscription_unknown',
  'subscription_missing',
  'dispute_unbooked',
  'dispute_unknown',
] as const
export type DiscrepancyKind = (typeof DISCREPANCY_KINDS)[number]

export const Discrepancy = model('Discrepancy', {
  id: z.string(),
  kind: z.enum(DISCREPANCY_KINDS),
  providerId: z.string().nullable(),
  orderId: z.string().nullable(),
  /** RD-100001; null when no order of ours is named. */
  reference: z.string().nullable(),
  /** E-mail of the user concerned. */
  email: z.string().nullable(),
  /** The facts in our books and at the provider. */
  ours: z.string(),
  theirs: z.string(),
  /** Ours less theirs, in dollars; null when the discrepancy is not about money. */
  difference: z.number().nullable(),
  firstSeenAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  resolvedAt: z.iso.datetime().nullable(),
  resolvedBy: z.enum(['itself', 'staff']).nullable(),
  note: z.string().nullable(),
})
export type Discrepancy = z.infer<typeof Discrepancy>

export const DiscrepancyQuery = z.strictObject({
  state: z.enum(['open', 'resolved']).default('open'),
  ...PAGE_QUERY,
})
export const Discrepancies = z.object({
  discrepancies: z.array(Discrepancy),
  nextCursor: z.string().nullable(),
  /** Time of the last comparison; null before the first. */
  comparedAt: z.iso.datetime().nullable(),
})

/** Result of a reconciler run. `busy`: another run is active. */
export const CheckResult = model('CheckResult', {
  outcome: z.enum(['done', 'more', 'unreachable', 'busy']),
  found: z.int(),
  gone: z.int(),
})
export type CheckResult = z.infer<typeof CheckResult>

const NOTE = 'Please say how it was resolved'
export const ResolveInput = strictModel('ResolveDiscrepancy', {
  note: requiredText(NOTE, 500, 'Note must be 500 characters or less'),
})
