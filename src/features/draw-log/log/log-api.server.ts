import { access, publicRead, z } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { pick, refusals } from '#platform/errors.ts'
import { DRAW_LOG_ERRORS, ShopLog } from './contract.ts'
import { findServedCheckpoint, readLogFacts } from './queries/log-proofs.server.ts'
import { readTile } from './tiles.server.ts'

const refuse = refusals(DRAW_LOG_ERRORS)

const plain = (description: string) => ({
  200: { description, content: { 'text/plain': { schema: z.string() } } },
})

/** `0/x001/234.p/5` or `entries/000`, below the log's prefix (c2sp.org/tlog-tiles). */
const TILE = /^(entries|[0-5])\/(x\d{3}\/){0,3}\d{3}(\.p\/\d{1,3})?$/
const PREFIX = '/log/tile/'
const IMMUTABLE = 'public, max-age=31536000, immutable'

export const logApi = () =>
  newApi(
    defineRoute('get', '/log', publicRead(), {
      summary: 'Get the shop log’s origin, its keys for checkpoints and receipts, and its witness policy',
      answers: ShopLog,
      handler: ({ ctx }) => readLogFacts(ctx),
    }),

    defineRoute('get', '/log/checkpoint', publicRead(), {
      summary:
        'Get the newest checkpoint cosigned by a quorum of witnesses, else the newest (c2sp.org/tlog-checkpoint)',
      responses: plain('A signed note'),
      refuses: [pick(DRAW_LOG_ERRORS, 'log_empty')],
      handler: async ({ ctx, c }) => {
        const served = await findServedCheckpoint(ctx)
        if (!served) throw refuse('log_empty')
        return c.text(served.checkpoint, 200)
      },
    }),
  )

    // The path has as many parts as the index has digits, which OpenAPI cannot say.
    .get(`${PREFIX}*`, access('anyone').middleware[0]!, async c => {
      const path = c.req.path.slice(c.req.path.indexOf(PREFIX) + PREFIX.length)
      const tile = TILE.test(path) ? await readTile(c.var.ctx, `tile/${path}`) : undefined
      if (!tile) return c.notFound()
      return c.body(tile as Uint8Array<ArrayBuffer>, 200, {
        'content-type': 'application/octet-stream',
        'cache-control': IMMUTABLE,
      })
    })

export type LogApi = ReturnType<typeof logApi>
