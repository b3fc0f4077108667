import { access, callerId, perMinute, z } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { listSavedCards, removeOwnCard } from './cards.server.ts'
import { CardId, SAVED_CARD_ERRORS, SavedCards } from './contract.ts'

/** API routes of saved cards. */
export const savedCardsApi = () =>
  newApi(
    defineRoute('get', '/my/cards', access('user', perMinute(60)), {
      summary: 'List the cards that the caller saved on the payment page',
      answers: SavedCards,
      refuses: [SAVED_CARD_ERRORS],
      handler: async ({ ctx }) => ({ cards: await listSavedCards(ctx, callerId(ctx)) }),
    }),

    defineRoute('delete', '/my/cards/{id}', access('user', perMinute(60)), {
      summary: 'Delete a saved card at the payment provider',
      params: z.object({ id: CardId }),
      responses: { 204: { description: 'Removed' } },
      refuses: [SAVED_CARD_ERRORS],
      handler: async ({ ctx, params, c }) => {
        await removeOwnCard(ctx, params.id)
        return c.body(null, 204)
      },
    }),
  )

export type SavedCardsApi = ReturnType<typeof savedCardsApi>
