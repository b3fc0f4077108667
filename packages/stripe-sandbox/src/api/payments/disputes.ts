import { Hono } from 'hono'
import { z } from 'zod'
import type { Row } from '../../books/kinds.ts'
import type { Work } from '../../books/work.ts'
import { EVIDENCE_FILES, EVIDENCE_TEXTS } from '../../objects/dispute.ts'
import { addEvidence, decideDispute, isOpenDispute, needsAnswer } from '../../payments/disputing.ts'
import { type Api, endpoint, retrieval } from '../../request/endpoint.ts'
import { invalid } from '../../request/faults.ts'
import { listKind } from '../../request/listing.ts'
import { created, expand, flag, mergedMetadata, metadata, paging, text } from '../../request/params.ts'

const filter = z.strictObject({ ...paging, created, charge: text.optional(), payment_intent: text.optional() })

const evidenceText = z.string().max(20_000).optional()
const evidence = z.strictObject({
  ...Object.fromEntries(EVIDENCE_TEXTS.map(name => [name, evidenceText])),
  ...Object.fromEntries(EVIDENCE_FILES.map(name => [name, text.optional()])),
})
const update = z.strictObject({
  evidence: evidence.optional(),
  // Stripe submits evidence to the bank by default.
  submit: flag.default(true),
  metadata: metadata.optional(),
  expand,
})

/** `/v1/disputes`. */
export function disputes(api: Api): Hono {
  const app = new Hono()
  app.get(
    '/',
    endpoint(api, filter, (work, params) =>
      listKind(work, 'dispute', '/v1/disputes', params, [params.charge, params.payment_intent]),
    ),
  )
  app.get('/:id', retrieval(api, 'dispute'))
  app.post(
    '/:id',
    endpoint(api, update, async (work, params, id) => {
      const dispute = await work.retrieve('dispute', id)
      if (params.metadata) work.change(dispute, { metadata: mergedMetadata(dispute.data.metadata, params.metadata) })
      if (!params.evidence) return dispute.data
      if (!needsAnswer(dispute)) throw invalid(closedSentence(dispute), { code: 'dispute_not_answerable' })
      await checkFiles(work, params.evidence)
      addEvidence(work, dispute, params.evidence, params.submit)
      return dispute.data
    }),
  )
  app.post(
    '/:id/close',
    endpoint(api, z.strictObject({ expand }), async (work, _params, id) => {
      const dispute = await work.retrieve('dispute', id)
      if (!isOpenDispute(dispute)) throw invalid(closedSentence(dispute), { code: 'dispute_not_answerable' })
      decideDispute(work, dispute, 'lost')
      return dispute.data
    }),
  )
  return app
}

const closedSentence = ({ data }: Row<'dispute'>) =>
  data.status.endsWith('under_review')
    ? 'The evidence of this dispute has already been submitted.'
    : 'This dispute is already closed.'

async function checkFiles(work: Work, given: Record<string, string | undefined>): Promise<void> {
  const named = EVIDENCE_FILES.filter(name => given[name])
  await work.load(named.map(name => given[name]))
  for (const name of named) work.get('file', given[name]!, `evidence[${name}]`)
}
