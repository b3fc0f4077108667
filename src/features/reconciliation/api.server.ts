import { CATALOG_ERRORS } from '#features/catalog/products/contract.ts'
import { CREDIT_ERRORS } from '#features/credits/contract.ts'
import { findUserId } from '#features/identity/user/queries.server.ts'
import { MOVE_ERRORS, ORDER_ERRORS } from '#features/orders/order/contract.ts'
import { access, perMinute, requireOwnOr, staff, z } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { COMMON_ERRORS, pick, refusals } from '#platform/errors.ts'
import { reconcilePayments } from './commands/reconcile-payments.server.ts'
import { reconcileSession } from './commands/reconcile-session.server.ts'
import { resolveDiscrepancy } from './commands/resolve-discrepancy.server.ts'
import {
  AuditQuery,
  AuditTrail,
  CheckResult,
  CreditReport,
  Discrepancies,
  DiscrepancyQuery,
  RECONCILIATION_ERRORS,
  ReconcileInput,
  ReconcileResult,
  ReportQuery,
  ResolveInput,
} from './contract.ts'
import { readAuditTrail } from './queries/audit-trail.server.ts'
import { listDiscrepancies } from './queries/discrepancies.server.ts'
import { readCreditReport } from './queries/report.server.ts'

const refuse = refusals(RECONCILIATION_ERRORS)

/** The caller waits for the answer. Unread pages are left to the job. */
const CHECK_MS = 10_000

export const reconciliationApi = () =>
  newApi(
    defineRoute('get', '/credits/audit', access('user'), {
      summary: 'Get the audit trail of a user’s credits, newest first; for that user and staff',
      query: AuditQuery,
      answers: AuditTrail,
      refuses: [
        pick(RECONCILIATION_ERRORS, 'account_not_found'),
        pick(COMMON_ERRORS, 'SecondFactorRequired', 'Unauthorized'),
      ],
      handler: async ({ ctx, query: { email, limit } }) => {
        const userId = await findUserId(ctx, email)
        await requireOwnOr(ctx, { ownerId: userId, right: 'credits.read', route: 'GET /api/credits/audit' })
        if (!userId) throw refuse('account_not_found')
        const auditTrail = await readAuditTrail(ctx, userId, limit)
        return { auditTrail, count: auditTrail.length }
      },
    }),

    // Each attempt asks the provider and stores a row.
    defineRoute('post', '/credits/reconcile', access('user', perMinute(30)), {
      summary: 'Settle the order of a missed payment and return the outcome; for its buyer and staff',
      body: ReconcileInput,
      answers: ReconcileResult,
      refuses: [
        RECONCILIATION_ERRORS,
        pick(CATALOG_ERRORS, 'out_of_stock'),
        pick(MOVE_ERRORS, 'nothing_to_send', 'order_disputed', 'order_moved'),
        pick(ORDER_ERRORS, 'order_lost', 'order_not_found'),
        pick(COMMON_ERRORS, 'SecondFactorRequired', 'Unauthorized'),
      ],
      handler: ({ ctx, body }) => reconcileSession(ctx, body),
    }),

    defineRoute('get', '/admin/credits/report', staff('credits.read'), {
      summary: 'Get a report on issued credits: of a user, or of all users in the last 30 days',
      query: ReportQuery,
      answers: CreditReport,
      refuses: [pick(RECONCILIATION_ERRORS, 'account_not_found')],
      handler: ({ ctx, query }) => readCreditReport(ctx, query.email),
    }),

    defineRoute('get', '/admin/discrepancies', staff('payments.reconcile'), {
      summary: 'List the discrepancies between the shop’s books and the payment provider',
      query: DiscrepancyQuery,
      answers: Discrepancies,
      handler: ({ ctx, query }) => listDiscrepancies(ctx, query),
    }),

    defineRoute('post', '/admin/discrepancies/check', staff('payments.reconcile', perMinute(12)), {
      summary: 'Reconcile the books with the payment provider now',
      answers: CheckResult,
      refuses: [
        pick(CATALOG_ERRORS, 'out_of_stock'),
        pick(CREDIT_ERRORS, 'insufficient_credits'),
        pick(MOVE_ERRORS, 'nothing_to_send', 'order_disputed', 'order_moved'),
        pick(ORDER_ERRORS, 'order_lost', 'order_not_found'),
      ],
      handler: ({ ctx }) => reconcilePayments(ctx, CHECK_MS),
    }),

    defineRoute('post', '/admin/discrepancies/{id}/resolve', staff('payments.reconcile'), {
      summary: 'Resolve a discrepancy with a note on how it was resolved',
      params: z.object({ id: z.string().max(64) }),
      body: ResolveInput,
      responses: { 204: { description: 'Noted' } },
      refuses: [pick(RECONCILIATION_ERRORS, 'discrepancy_closed', 'discrepancy_not_found')],
      handler: async ({ ctx, params, body, c }) => {
        await resolveDiscrepancy(ctx, params.id, body.note)
        return c.body(null, 204)
      },
    }),
  )

export type ReconciliationApi = ReturnType<typeof reconciliationApi>
