import { access, callerId, defineRoute, newApi, perMinute, z } from '#kernel/api/api.server.ts'
import { removeOwnCard, savedCardsOf } from './cards.server.ts'
import { CardId, SavedCards } from './contract.ts'

const list = defineRoute('get', '/my/cards', access('user', perMinute(60)), {
  summary: 'List the cards that the caller saved on the payment page',
  answers: SavedCards,
})

const remove = defineRoute('delete', '/my/cards/{id}', access('user', perMinute(60)), {
  summary: 'Delete a saved card at the payment provider',
  params: z.object({ id: CardId }),
  responses: { 204: { description: 'Removed' } },
})

/** API routes of saved cards. */
export const savedCardsApi = () =>
  newApi()
    .openapi(list, async c => c.json({ cards: await savedCardsOf(c.var.ctx, callerId(c)) }, 200))
    .openapi(remove, async c => {
      await removeOwnCard(c.var.ctx, c.req.valid('param').id)
      return c.body(null, 204)
    })

export type SavedCardsApi = ReturnType<typeof savedCardsApi>
