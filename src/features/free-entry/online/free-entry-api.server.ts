import { GIVEAWAY_ERRORS } from '#features/giveaways/giveaway/contract.ts'
import { ELIGIBILITY_ERRORS } from '#features/giveaways/giveaway/errors/eligibility-errors.ts'
import { idOf, params } from '#features/giveaways/giveaway/queries/giveaway-param.server.ts'
import { access, perMinute, publicRead } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { linkRoutes } from '#kernel/api/link-routes.server.ts'
import { ADDRESS_ERRORS } from '#kernel/shipping/us-address/address-errors.ts'
import { COMMON_ERRORS, pick } from '#platform/errors.ts'
import { Parity } from '../parity/contract.ts'
import { readParity } from '../parity/queries/parity.server.ts'
import { askFreeEntry } from './commands/ask-free-entry.server.ts'
import { confirmFreeEntry } from './commands/confirm-free-entry.server.ts'
import {
  CHECK_MAIL,
  FREE_ENTRY_ERRORS,
  FreeEntryAsked,
  FreeEntryInput,
  FreeEntryLink,
  FreeEntryOfLink,
  FreeEntryTerms,
} from './contract.ts'
import { readFreeEntryOfLink } from './queries/free-entry-of-link.server.ts'
import { readFreeEntryTerms } from './queries/free-entry-terms.server.ts'

/** Free entries online. */
export const freeEntryApi = () =>
  newApi(
    defineRoute('get', '/giveaways/{id}/free-entries', publicRead(), {
      summary: 'Get whether a giveaway accepts free entries online, and how many entries each gives',
      params,
      answers: FreeEntryTerms,
      refuses: [pick(GIVEAWAY_ERRORS, 'giveaway_not_found', 'hidden_until_early_access', 'hidden_until_start')],
      handler: ({ ctx, params }) => readFreeEntryTerms(ctx, params.id),
    }),

    defineRoute('post', '/giveaways/{id}/free-entries', access('anyone', perMinute(20)), {
      summary:
        'Request a free entry without an account; a link in an e-mail confirms it; the response is equal for every address',
      params,
      body: FreeEntryInput,
      answers: FreeEntryAsked,
      refuses: [
        pick(FREE_ENTRY_ERRORS, 'free_entry_for_members', 'free_entry_not_yet', 'free_entry_off'),
        ELIGIBILITY_ERRORS,
        ADDRESS_ERRORS,
        pick(GIVEAWAY_ERRORS, 'giveaway_cancelled', 'giveaway_ended', 'giveaway_not_found', 'under_age'),
      ],
      handler: async call => {
        await askFreeEntry(call.ctx, { giveawayId: await idOf(call), ...call.body })
        return { success: true as const, message: CHECK_MAIL }
      },
    }),

    defineRoute('get', '/giveaways/{id}/parity', publicRead(perMinute(60)), {
      summary: "Get a giveaway's bought and free entries, their odds, and the outcome of a simulated million draws",
      params,
      answers: Parity,
      refuses: [pick(GIVEAWAY_ERRORS, 'giveaway_not_found', 'hidden_until_early_access', 'hidden_until_start')],
      handler: ({ ctx, params }) => readParity(ctx, params.id),
    }),

    ...linkRoutes('/free-entries/link', {
      noun: 'the free entry',
      summary: 'Confirm a free entry by the link in an e-mail, without a sign-in; idempotent',
      query: FreeEntryLink,
      body: FreeEntryLink,
      answers: FreeEntryOfLink,
      refuses: pick(FREE_ENTRY_ERRORS, 'free_entry_link_invalid'),
      actRefuses: [
        FREE_ENTRY_ERRORS,
        ELIGIBILITY_ERRORS,
        pick(
          GIVEAWAY_ERRORS,
          'already_drawn',
          'already_frozen',
          'giveaway_cancelled',
          'giveaway_ended',
          'giveaway_not_found',
          'under_age',
        ),
        pick(COMMON_ERRORS, 'version_conflict'),
      ],
      read: ({ ctx, query }) => readFreeEntryOfLink(ctx, query.token),
      act: async ({ ctx, body: { token } }) => {
        await confirmFreeEntry(ctx, { token })
        return readFreeEntryOfLink(ctx, token)
      },
    }),
  )
