import { EntryProof } from '#features/draw-log/log/contract.ts'
import { proofOfEntry } from '#features/draw-log/tree/queries/entry-proofs.server.ts'
import { access, actorOf, callerId, publicRead, showing, z } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { attached } from '#kernel/api/files/file-answer.server.ts'
import { refuse } from '#platform/errors.ts'
import { calendarOf } from './catalogue/calendar.server.ts'
import { giveawayOf, listGiveaways, slotBoardOf } from './catalogue/queries/giveaways.server.ts'
import { setAutoEntry } from './entries/commands/auto-entry.server.ts'
import { enterGiveaway, swapSlot } from './entries/commands/enter-giveaway.server.ts'
import { MyEntries, MyEntriesQuery } from './entries/contract.ts'
import { listEntriesOfUser } from './entries/queries/my-entries.server.ts'
import {
  AutoEntryInput,
  AutoEntryResult,
  EntryInput,
  EntryResult,
  Giveaway,
  GiveawayPage,
  GiveawayQuery,
  SlotBoard,
  SwapInput,
  SwapResult,
} from './giveaway/contract.ts'
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
          handler: async ({ ctx, params, c }) => {
            const giveaway = await giveawayOf(ctx, params.id)
            showing(c, `giveaway:${giveaway.id}`)
            return giveaway
          },
        }),

        defineRoute('get', '/giveaways/{id}/calendar.ics', publicRead(), {
          summary: 'Get a giveaway’s opening and closing as a calendar file',
          params,
          responses: { 200: { description: 'iCalendar', content: { 'text/calendar': { schema: z.string() } } } },
          handler: async ({ ctx, params, c }) => {
            const { name, text } = await calendarOf(ctx, params.id)
            return c.body(text, 200, attached(name, 'text/calendar; charset=utf-8'))
          },
        }),

        defineRoute('get', '/giveaways/{id}/slots', publicRead(), {
          summary: 'List the taken slots of a giveaway, without identities',
          params,
          answers: SlotBoard,
          handler: ({ ctx, params }) => slotBoardOf(ctx, params.id),
        }),

        defineRoute('get', '/giveaways/{id}/proof/{index}', publicRead(), {
          summary: 'Get the proof that a leaf of the entry tree is in a head that witnesses saw',
          params: params.extend({ index: z.coerce.number().int().min(0).max(10_000_000) }),
          answers: EntryProof,
          handler: async call => proofOfEntry(call.ctx, await idOf(call), call.params.index),
        }),

        defineRoute('post', '/giveaways/{id}/entries', access('user', undefined, SIGN_IN_TO_ENTER), {
          summary: 'Enter a giveaway; spends a credit on each slot, all or none',
          params,
          body: EntryInput,
          answers: EntryResult,
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
          handler: ({ ctx, body }) => setAutoEntry(ctx, { userId: callerId(ctx), ...body }),
        }),
      ),
    )

export type GiveawaysApi = ReturnType<typeof giveawaysApi>
