import { ADMIN_GIVEAWAYS } from '#features/giveaways/giveaway/admin/giveaways-admin-client.ts'
import { call } from '#kernel/client/calls/call.ts'
import { useList } from '#ui/use-list.ts'
import type { CardState } from '../contract.ts'
import { cardsAdminClient } from './cards-admin-client.ts'

const PAGE = '25'

/** The register of a giveaway, page by page, the newest card first. */
export const useCards = (giveawayId: string, state: CardState | '') =>
  useList({
    queryKey: [...ADMIN_GIVEAWAYS, 'cards', giveawayId, state],
    fetchPage: next =>
      call(
        cardsAdminClient().admin.giveaways[':id'].cards.$get({
          param: { id: giveawayId },
          query: { limit: PAGE, ...(state && { state }), ...next },
        }),
      ),
    rowsOf: page => page.cards,
  })
