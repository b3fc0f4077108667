import { giveawayOf } from '#features/giveaways/catalogue/queries/giveaways.server.ts'
import { idOf, params } from '#features/giveaways/giveaway/queries/giveaway-param.server.ts'
import { PROPOSED } from '#features/proposals/responses.ts'
import { access, defineRoute, newApi, showing, staff, z } from '#kernel/api/api.server.ts'
import { confirmCard } from './commands/confirm-card.server.ts'
import { refuseCard } from './commands/refuse-card.server.ts'
import { refuseNewCard, registerCard } from './commands/register-card.server.ts'
import {
  CardCounts,
  CardReceipt,
  CardsQuery,
  DecidedCard,
  MailCards,
  PrivateEntryInput,
  PrivateEntryResult,
  RefuseCardInput,
  RefusedCardInput,
} from './contract.ts'
import { cardCountsOf } from './queries/card-counts.server.ts'
import { cardReceiptOf } from './queries/card-receipt.server.ts'
import { listCards } from './queries/cards.server.ts'

const cardParams = z.object({ number: z.coerce.number().int().min(1).max(2_000_000_000) })

const register = defineRoute('post', '/admin/giveaways/{id}/private-entries', staff('entries.change'), {
  summary: 'Register a card mailed within the mail-in window; for a valuable prize it waits for a second staff member',
  params,
  body: PrivateEntryInput,
  answers: PrivateEntryResult,
})

const recordRefused = defineRoute('post', '/admin/giveaways/{id}/refused-cards', staff('entries.change'), {
  summary: 'Record an opened card that is not an entry, with the class of the reason',
  params,
  body: RefusedCardInput,
  answers: DecidedCard,
})

const list = defineRoute('get', '/admin/giveaways/{id}/cards', staff('entries.read'), {
  summary: "List a giveaway's register of mailed cards, newest first, page by page",
  params,
  query: CardsQuery,
  answers: MailCards,
})

const confirm = defineRoute('post', '/admin/cards/{number}/confirm', staff('entries.confirm'), {
  summary: 'Confirm a waiting card that another staff member typed; it becomes an entry',
  params: cardParams,
  answers: DecidedCard,
})

const refuseWaiting = defineRoute('post', '/admin/cards/{number}/refuse', staff('entries.confirm'), {
  summary: 'Refuse a waiting card; the register keeps it with its reason',
  params: cardParams,
  body: RefuseCardInput,
  answers: DecidedCard,
  responses: PROPOSED,
})

const readReceipt = defineRoute('get', '/admin/cards/{number}/receipt', staff('entries.confirm'), {
  summary: 'Get the signed receipt of a registered card, to print for its sender',
  params: cardParams,
  answers: CardReceipt,
})

const readCounts = defineRoute('get', '/giveaways/{id}/cards', access('anyone'), {
  summary: "Count a giveaway's mailed cards by day and outcome",
  params,
  answers: CardCounts,
})

/** Public counts of the register. */
export const cardsApi = () =>
  newApi().openapi(readCounts, async c => {
    const { id } = await giveawayOf(c.var.ctx, c.req.valid('param').id)
    showing(c, `giveaway:${id}`)
    return c.json(await cardCountsOf(c.var.ctx, id), 200)
  })

/** Staff routes of the register of mailed cards. */
export const cardsAdminApi = () =>
  newApi()
    .openapi(register, async c => {
      const { state: _, ...card } = await registerCard(c.var.ctx, { giveawayId: await idOf(c), ...c.req.valid('json') })
      return c.json({ ...card, tempPassword: null }, 200)
    })
    .openapi(recordRefused, async c =>
      c.json(await refuseNewCard(c.var.ctx, { giveawayId: await idOf(c), ...c.req.valid('json') }), 200),
    )
    .openapi(list, async c => c.json(await listCards(c.var.ctx, await idOf(c), c.req.valid('query')), 200))
    .openapi(readReceipt, async c => c.json(await cardReceiptOf(c.var.ctx, c.req.valid('param').number), 200))
    .openapi(confirm, async c => c.json(await confirmCard(c.var.ctx, c.req.valid('param').number), 200))
    .openapi(refuseWaiting, async c => {
      const { number } = c.req.valid('param')
      const answer = await refuseCard(c.var.ctx, { number, ...c.req.valid('json') })
      return 'proposal' in answer ? c.json(answer, 202) : c.json(answer, 200)
    })
