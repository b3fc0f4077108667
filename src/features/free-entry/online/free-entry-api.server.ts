import { idOf, params } from '#features/giveaways/giveaway/queries/giveaway-param.server.ts'
import { access, defineRoute, newApi, perMinute, publicRead } from '#kernel/api/api.server.ts'
import { linkRoutes } from '#kernel/api/link-routes.server.ts'
import { Parity } from '../parity/contract.ts'
import { parityOf } from '../parity/queries/parity.server.ts'
import { askFreeEntry } from './commands/ask-free-entry.server.ts'
import { confirmFreeEntry } from './commands/confirm-free-entry.server.ts'
import {
  CHECK_MAIL,
  FreeEntryAsked,
  FreeEntryInput,
  FreeEntryLink,
  FreeEntryOfLink,
  FreeEntryTerms,
} from './contract.ts'
import { freeEntryOfLink } from './queries/free-entry-of-link.server.ts'
import { freeEntryTermsOf } from './queries/free-entry-terms.server.ts'

const terms = defineRoute('get', '/giveaways/{id}/free-entries', publicRead(), {
  summary: 'Get whether a giveaway accepts free entries online, and how many entries each gives',
  params,
  answers: FreeEntryTerms,
})

const ask = defineRoute('post', '/giveaways/{id}/free-entries', access('anyone', perMinute(20)), {
  summary:
    'Request a free entry without an account; a link in an e-mail confirms it; the response is equal for every address',
  params,
  body: FreeEntryInput,
  answers: FreeEntryAsked,
})

const readParity = defineRoute('get', '/giveaways/{id}/parity', publicRead(perMinute(60)), {
  summary: "Get a giveaway's bought and free entries, their odds, and the outcome of a simulated million draws",
  params,
  answers: Parity,
})

const link = linkRoutes('/free-entries/link', {
  noun: 'the free entry',
  summary: 'Confirm a free entry by the link in an e-mail, without a sign-in; idempotent',
  query: FreeEntryLink,
  body: FreeEntryLink,
  answers: FreeEntryOfLink,
})

/** Free entries online. */
export const freeEntryApi = () =>
  newApi()
    .openapi(terms, async c => c.json(await freeEntryTermsOf(c.var.ctx, c.req.valid('param').id), 200))
    .openapi(ask, async c => {
      await askFreeEntry(c.var.ctx, { giveawayId: await idOf(c), ...c.req.valid('json') })
      return c.json({ success: true as const, message: CHECK_MAIL }, 200)
    })
    .openapi(readParity, async c => c.json(await parityOf(c.var.ctx, c.req.valid('param').id), 200))
    .openapi(link.read, async c => c.json(await freeEntryOfLink(c.var.ctx, c.req.valid('query').token), 200))
    .openapi(link.act, async c => {
      const { ctx } = c.var
      const { token } = c.req.valid('json')
      await confirmFreeEntry(ctx, { token })
      return c.json(await freeEntryOfLink(ctx, token), 200)
    })
