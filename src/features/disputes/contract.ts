import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { requiredText } from '#kernel/values/inputs/texts.ts'
import { Reason } from '#kernel/values/reason.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { badGateway, conflict, type ErrorTable, notFound } from '#platform/errors.ts'
import { DISPUTE_ACTIONS, DISPUTE_STATUSES } from './rules.ts'

export const DISPUTE_ERRORS = {
  dispute_not_found: notFound('We could not find this dispute.'),
  dispute_unmatched: conflict(
    'This dispute belongs to no order of the shop, and its amount takes two persons. Accept it at the payment provider.',
  ),
  dispute_closed: conflict('This dispute is closed.'),
  evidence_submitted: conflict('The evidence was already submitted. The bank decides now.'),
  evidence_late: conflict('The deadline for evidence has passed.'),
  evidence_refused: conflict('The payment provider no longer accepts evidence for this dispute.'),
  dispute_provider_away: badGateway('The payment provider cannot be reached. Please try again.'),
} as const satisfies ErrorTable

/** Needed where a second person reads it. */
export const AcceptBody = strictModel('AcceptDispute', { reason: Reason.optional() })

/** A dispute as staff see it. Amounts in dollars. */
export const Dispute = model('Dispute', {
  id: z.string(),
  orderId: z.string().nullable(),
  /** The payment provider's id of the dispute. */
  providerId: z.string(),
  amount: z.number(),
  /** The bank's reason code: `fraudulent`, `product_not_received` … */
  reason: z.string(),
  status: z.enum(DISPUTE_STATUSES),
  /** A dispute inquiry: the bank asks and has taken no money. */
  isInquiry: z.boolean(),
  openedAt: z.iso.datetime(),
  /** Deadline for evidence. */
  dueBy: z.iso.datetime().nullable(),
  closedAt: z.iso.datetime().nullable(),
  /** Time of staff's answer, and the staff member. */
  answeredAt: z.iso.datetime().nullable(),
  answeredBy: z.string().nullable(),
  /** Money taken by the bank, less returned money; and the provider's fees. */
  taken: z.number(),
  fees: z.number(),
  /** Credits of the disputed payment by tier: owed = frozen + flagged + missing. `taken` for a lost dispute. */
  credits: z.array(
    z.object({
      tier: z.enum(TIERS),
      owed: z.int(),
      frozen: z.int(),
      /** Flagged entries that are not drawn yet. */
      flagged: z.int(),
      /** Credits spent on entries that were already drawn. These entries stay. */
      missing: z.int(),
      taken: z.int(),
    }),
  ),
  /** Actions that the caller can take now. */
  actions: z.array(z.enum(DISPUTE_ACTIONS)),
})
export type Dispute = z.infer<typeof Dispute>

export const Disputes = z.object({ disputes: z.array(Dispute) })

export const EvidenceBody = strictModel('SubmitEvidence', {
  summary: requiredText(
    'Please tell the bank why the payment is valid.',
    2000,
    'The summary must be 2000 characters or less.',
  ),
})
export type EvidenceBody = z.infer<typeof EvidenceBody>
