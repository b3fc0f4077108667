import { idOf, params } from '#features/giveaways/giveaway/queries/giveaway-param.server.ts'
import { access, defineRoute, newApi, showing } from '#kernel/api/api.server.ts'
import { attached, fileAnswer } from '#kernel/api/files/file-answer.server.ts'
import { runCostly } from '#kernel/costly/run-costly.server.ts'
import { DrawBundle, DrawProof } from './contract.ts'
import { fairnessApi } from './fairness/api.server.ts'
import { bundleOf } from './queries/bundle.server.ts'
import { drawProofOf } from './queries/draw-proof.server.ts'
import { timestampFile } from './timestamps/timestamp-of.server.ts'

const readDraw = defineRoute('get', '/giveaways/{id}/draw', access('anyone'), {
  summary: 'Get a giveaway’s draw: commitment, counts, round, witnesses, the sealed list and the result',
  params,
  answers: DrawProof,
})

const readBundle = defineRoute('get', '/giveaways/{id}/draw.json', access('anyone'), {
  summary:
    'Get the evidence bundle of a frozen giveaway, byte for byte; it suffices to verify the winner without the shop',
  params,
  answers: DrawBundle,
})

const readTimestamp = defineRoute('get', '/giveaways/{id}/timestamp.tsr', access('anyone'), {
  summary: 'Get the RFC 3161 time stamp of the frozen list, as the authority issued it, for `openssl ts -verify`',
  params,
  responses: fileAnswer('application/timestamp-reply'),
})

export const drawsApi = () =>
  newApi()
    .route('/', fairnessApi())
    .openapi(readDraw, async c => {
      const giveawayId = await idOf(c)
      const proof = await drawProofOf(c.var.ctx, giveawayId)
      showing(c, `giveaway:${giveawayId}`)
      return c.json(proof, 200)
    })
    .openapi(readBundle, async c => {
      const giveawayId = await idOf(c)
      const bundle = await runCostly(c.var.ctx, 'proofs', () => bundleOf(c.var.ctx, giveawayId))
      showing(c, `giveaway:${giveawayId}`)
      return c.json(bundle, 200)
    })
    .openapi(readTimestamp, async c => {
      // Not cached: the cache of answers holds text.
      const bytes = await timestampFile(c.var.ctx, await idOf(c))
      return c.body(new Uint8Array(bytes), 200, attached('timestamp.tsr', 'application/timestamp-reply'))
    })

export type DrawsApi = ReturnType<typeof drawsApi>
