import { DRAW_LOG_ERRORS, EntryProof } from '#features/draw-log/log/contract.ts'
import { readProofOfEntry } from '#features/draw-log/tree/queries/entry-proofs.server.ts'
import { access, actorOf, callerId, publicRead, showing, z } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { attached } from '#kernel/api/files/file-answer.server.ts'
import { COMMON_ERRORS, pick, refuse } from '#platform/errors.ts'
import { readCalendar } from './catalogue/calendar.server.ts'
import { listGiveaways, readGiveaway, readSlotBoard } from './catalogue/queries/giveaways.server.ts'
import { setAutoEntry } from './entries/commands/auto-entry.server.ts'
import { enterGiveaway, swapSlot } from './entries/commands/enter-giveaway.server.ts'
import { MyEntries, MyEntriesQuery } from './entries/contract.ts'
import { listEntriesOfUser } from './entries/queries/my-entries.server.ts'
import {
  AutoEntryInput,
  AutoEntryResult,
  EntryInput,
  EntryResult,
  GIVEAWAY_ERRORS,
  Giveaway,
  GiveawayPage,
  GiveawayQuery,
  SlotBoard,
  SwapInput,
  SwapResult,
} from './giveaway/contract.ts'
import { ELIGIBILITY_ERRORS } from './giveaway/errors/eligibility-errors.ts'
import { idOf, params } from './giveaway/queries/giveaway-param.server.ts'
import { SIGN_IN_TO_ENTER } from './giveaway/rules.ts'
import { officialRulesApi } from './official-rules/official-rules-api.server.ts'

export const giveawaysApi = () =>
  newApi()
    .route('/', officialRulesApi())
    .route(
      '/',
      newApi(
        defineRoute('get', '/giveaways', access('anyone'), {
          summary: 'List giveaways visible to the caller; `past=true` lists closed or drawn giveaways, page by page',
          query: GiveawayQuery,
          answers: GiveawayPage,
          handler: async ({ ctx, query, c }) => {
            showing(c, 'giveaways')
            return listGiveaways(ctx, query)
          },
        }),

        defineRoute('get', '/giveaways/{id}', access('anyone'), {
          summary: 'Get a giveaway by id or slug',
          params,
          answers: Giveaway,
          refuses: [pick(GIVEAWAY_ERRORS, 'giveaway_not_found', 'hidden_until_early_access', 'hidden_until_start')],
          handler: async ({ ctx, params, c }) => {
            const giveaway = await readGiveaway(ctx, params.id)
            showing(c, `giveaway:${giveaway.id}`)
            return giveaway
          },
        }),

        defineRoute('get', '/giveaways/{id}/calendar.ics', publicRead(), {
          summary: 'Get a giveaway’s opening and closing as a calendar file',
          params,
          responses: { 200: { description: 'iCalendar', content: { 'text/calendar': { schema: z.string() } } } },
          refuses: [pick(GIVEAWAY_ERRORS, 'giveaway_not_found', 'hidden_until_early_access', 'hidden_until_start')],
          handler: async ({ ctx, params, c }) => {
            const { name, text } = await readCalendar(ctx, params.id)
            return c.body(text, 200, attached(name, 'text/calendar; charset=utf-8'))
          },
        }),

        defineRoute('get', '/giveaways/{id}/slots', publicRead(), {
          summary: 'List the taken slots of a giveaway, without identities',
          params,
          answers: SlotBoard,
          refuses: [pick(GIVEAWAY_ERRORS, 'giveaway_not_found', 'hidden_until_early_access', 'hidden_until_start')],
          handler: ({ ctx, params }) => readSlotBoard(ctx, params.id),
        }),

        defineRoute('get', '/giveaways/{id}/proof/{index}', publicRead(), {
          summary: 'Get the proof that a leaf of the entry tree is in a head that witnesses saw',
          params: params.extend({ index: z.coerce.number().int().min(0).max(10_000_000) }),
          answers: EntryProof,
          refuses: [pick(GIVEAWAY_ERRORS, 'giveaway_not_found'), DRAW_LOG_ERRORS],
          handler: async call => readProofOfEntry(call.ctx, await idOf(call), call.params.index),
        }),

        defineRoute('post', '/giveaways/{id}/entries', access('user', undefined, SIGN_IN_TO_ENTER), {
          summary: 'Enter a giveaway; spends a credit on each slot, all or none',
          params,
          body: EntryInput,
          answers: EntryResult,
          refuses: [
            ELIGIBILITY_ERRORS,
            pick(
              GIVEAWAY_ERRORS,
              'address_needed',
              'credit_needed',
              'entry_limit',
              'giveaway_ended',
              'giveaway_not_found',
              'hidden_until_early_access',
              'hidden_until_start',
              'not_eligible',
              'not_yet',
              'not_yet_for_subscribers',
              'slot_taken',
              'sold_out',
              'too_few_free',
              'under_age',
            ),
            pick(COMMON_ERRORS, 'Unauthorized'),
          ],
          handler: async call => {
            const { userId } = actorOf(call.ctx)
            const { slotNumber, slots = slotNumber && [slotNumber], pick, userId: named = userId, marks } = call.body
            if (named !== userId) throw refuse('Unauthorized')
            return enterGiveaway(call.ctx, {
              giveawayId: await idOf(call),
              userId,
              marks,
              ...(slots ? { slots } : { pick: pick! }),
            })
          },
        }),

        defineRoute('post', '/giveaways/{id}/entries/swap', access('user'), {
          summary: 'Move the caller’s entry to a free slot',
          params,
          body: SwapInput,
          answers: SwapResult,
          refuses: [
            ELIGIBILITY_ERRORS,
            pick(GIVEAWAY_ERRORS, 'giveaway_ended', 'giveaway_not_found', 'swap_not_yours', 'swap_slot_taken'),
          ],
          handler: async call => {
            const { userId } = actorOf(call.ctx)
            return swapSlot(call.ctx, { giveawayId: await idOf(call), userId, ...call.body })
          },
        }),

        defineRoute('get', '/my/entries', access('user'), {
          summary:
            'List the caller’s entries, newest first; `past` selects giveaways that are over (true) or running (false)',
          query: MyEntriesQuery,
          answers: MyEntries,
          handler: ({ ctx, query }) => listEntriesOfUser(ctx, callerId(ctx), query),
        }),

        defineRoute('post', '/my/auto-entry', access('user'), {
          summary: 'Turn auto-entry into Bronze giveaways on (members only) or off',
          body: AutoEntryInput,
          answers: AutoEntryResult,
          refuses: [pick(GIVEAWAY_ERRORS, 'auto_entry_for_members')],
          handler: ({ ctx, body }) => setAutoEntry(ctx, { userId: callerId(ctx), ...body }),
        }),
      ),
    )

export type GiveawaysApi = ReturnType<typeof giveawaysApi>
