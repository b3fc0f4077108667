import { GIVEAWAY_ERRORS } from '#features/giveaways/giveaway/contract.ts'
import { idOf, params } from '#features/giveaways/giveaway/queries/giveaway-param.server.ts'
import { access, showing } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { attached, fileAnswer } from '#kernel/api/files/file-answer.server.ts'
import { runCostly } from '#kernel/costly/run-costly.server.ts'
import { pick } from '#platform/errors.ts'
import { DrawBundle, DrawProof } from './contract.ts'
import { fairnessApi } from './fairness/api.server.ts'
import { readBundle } from './queries/bundle.server.ts'
import { readDrawProof } from './queries/draw-proof.server.ts'
import { timestampFile } from './timestamps/timestamp.server.ts'

export const drawsApi = () =>
  newApi()
    .route('/', fairnessApi())
    .route(
      '/',
      newApi(
        defineRoute('get', '/giveaways/{id}/draw', access('anyone'), {
          summary: 'Get a giveaway’s draw: commitment, counts, round, witnesses, the sealed list and the result',
          params,
          answers: DrawProof,
          refuses: [pick(GIVEAWAY_ERRORS, 'giveaway_not_found')],
          handler: async call => {
            const giveawayId = await idOf(call)
            const proof = await readDrawProof(call.ctx, giveawayId)
            showing(call.c, `giveaway:${giveawayId}`)
            return proof
          },
        }),

        defineRoute('get', '/giveaways/{id}/draw.json', access('anyone'), {
          summary:
            'Get the evidence bundle of a frozen giveaway, byte for byte; it suffices to verify the winner without the shop',
          params,
          answers: DrawBundle,
          refuses: [pick(GIVEAWAY_ERRORS, 'evidence_pending', 'giveaway_not_found', 'not_frozen')],
          handler: async call => {
            const giveawayId = await idOf(call)
            const bundle = await runCostly(call.ctx, 'proofs', () => readBundle(call.ctx, giveawayId))
            showing(call.c, `giveaway:${giveawayId}`)
            return bundle
          },
        }),

        defineRoute('get', '/giveaways/{id}/timestamp.tsr', access('anyone'), {
          summary:
            'Get the RFC 3161 time stamp of the frozen list, as the authority issued it, for `openssl ts -verify`',
          params,
          responses: fileAnswer('application/timestamp-reply'),
          refuses: [pick(GIVEAWAY_ERRORS, 'giveaway_not_found', 'not_stamped')],
          handler: async call => {
            // Not cached: the cache of answers holds text.
            const bytes = await timestampFile(call.ctx, await idOf(call))
            return call.c.body(new Uint8Array(bytes), 200, attached('timestamp.tsr', 'application/timestamp-reply'))
          },
        }),
      ),
    )

export type DrawsApi = ReturnType<typeof drawsApi>
