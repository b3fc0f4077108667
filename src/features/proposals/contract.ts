import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { PAGE_QUERY } from '#kernel/api/page-query.ts'
import { SUBJECTS, type SubjectType } from '#kernel/audit-subjects.ts'
import { Reason } from '#kernel/values/reason.ts'
import { badRequest, conflict, type ErrorTable, forbidden, notFound, pick } from '#platform/errors.ts'

export const PROPOSAL_ERRORS = {
  proposal_not_found: notFound('We could not find this proposal.'),
  already_proposed: conflict('This was already proposed and waits for a second person.'),
  reason_needed: badRequest('Please give a reason. A second person reads it.'),
  already_decided: conflict('This proposal was already decided. Please look at it again.'),
  other_person_needed: forbidden('You proposed this. Another person must confirm it.'),
  not_proposed_by_you: forbidden('Another person proposed this. You can refuse it instead.'),
} as const satisfies ErrorTable

/** What an act refuses that a second person confirms. */
export const PROPOSING_ERRORS = pick(PROPOSAL_ERRORS, 'already_proposed', 'reason_needed')

/** The answer to an act that waits for a second person. */
export const WAITS = 'A second person must confirm this.'

export const DECISIONS = ['confirmed', 'refused', 'withdrawn', 'void'] as const
export type Decision = (typeof DECISIONS)[number]

/** A line that the second person reads before the decision. A private value is erased with the decision. */
const Fact = z.object({ label: z.string(), value: z.string(), isPrivate: z.boolean().optional() })
export type Fact = z.infer<typeof Fact>
export const Facts = z.array(Fact)

/** The answer 202: the act did not happen, and waits for a second person. */
export const Proposed = model('Proposed', {
  proposal: z.object({ id: z.string(), kind: z.string(), title: z.string() }),
  message: z.literal(WAITS),
})
export type Proposed = z.infer<typeof Proposed>

const subjectType = z.enum(Object.keys(SUBJECTS) as [SubjectType, ...SubjectType[]])
const moment = z.iso.datetime()

export const Proposal = model('Proposal', {
  id: z.string(),
  kind: z.string(),
  /** `Delete the account` */
  title: z.string(),
  subject: z.object({ type: subjectType, id: z.string(), label: z.string() }),
  facts: Facts,
  reason: z.string(),
  /** Null when the account no longer exists. */
  by: z.string().nullable(),
  at: moment,
  isMine: z.boolean(),
  /** The caller may confirm: another person proposed it, and the caller has the rights. */
  canConfirm: z.boolean(),
  canRefuse: z.boolean(),
  decision: z.enum(DECISIONS).nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: moment.nullable(),
  decisionReason: z.string().nullable(),
})
export type Proposal = z.infer<typeof Proposal>

/** `open`: waits for a second person, the oldest first. `decided`: the latest decision first. */
export const ProposalsQuery = z.strictObject({
  state: z.enum(['open', 'decided']).default('open'),
  /** Proposals about one record only. */
  subjectType: subjectType.optional(),
  subjectId: z.string().max(200).optional(),
  ...PAGE_QUERY,
})
export type ProposalsQuery = z.infer<typeof ProposalsQuery>
export const Proposals = model('Proposals', { proposals: z.array(Proposal), nextCursor: z.string().nullable() })
export type Proposals = z.infer<typeof Proposals>

/** Proposals that the caller can confirm, counted up to `limit`. */
export const ProposalCounts = model('ProposalCounts', { counts: z.object({ waiting: z.int() }), limit: z.int() })

export const ProposalDecisionBody = strictModel('ProposalDecision', { reason: Reason })
