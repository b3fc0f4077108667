import { answers, createRoute, jsonBody, newApi, staff, z } from '#adapters/http/api.server.ts'
import { storeUploads, UploadedPictures, uploadBody } from '#adapters/images/uploads.server.ts'
import {
  AdminEntry,
  AdminGiveaway,
  GiveawayInput,
  GiveawayPatch,
  PrivateEntryInput,
  SelectedWinner,
  SelectWinnerInput,
  WinnerInput,
} from './admin-contract.ts'
import { advanceGiveaways } from './commands/advance-giveaways.server.ts'
import { drawWinner } from './commands/draw-winner.server.ts'
import { addPrivateEntry, removeEntry } from './commands/private-entries.server.ts'
import { changeGiveaway, createGiveaway, deleteGiveaway } from './commands/save-giveaway.server.ts'
import { listEntriesOfGiveaway } from './queries/entries.server.ts'
import { adminGiveawayOf, giveawayIdOf, listAdminGiveaways } from './queries/giveaways.server.ts'

const params = z.object({ id: z.string().min(1).max(140) })
const Message = z.object({ message: z.string() })

const list = createRoute({
  ...staff('giveaways.read'),
  method: 'get',
  path: '/admin/giveaways',
  summary: 'All giveaways with their settings, newest first',
  responses: answers(z.object({ giveaways: z.array(AdminGiveaway) })),
})

const create = createRoute({
  ...staff('giveaways.change'),
  method: 'post',
  path: '/giveaways',
  summary: 'Makes a giveaway and commits to its draw seed',
  request: jsonBody(GiveawayInput),
  responses: answers(AdminGiveaway),
})

const upload = createRoute({
  ...staff('giveaways.change'),
  method: 'post',
  path: '/giveaways/images',
  summary: 'Stores pictures for giveaways',
  request: uploadBody,
  responses: answers(UploadedPictures),
})

const change = createRoute({
  ...staff('giveaways.change'),
  method: 'patch',
  path: '/giveaways/{id}',
  summary: 'Changes what is named; a new start moves early access with it',
  request: { params, ...jsonBody(GiveawayPatch) },
  responses: answers(AdminGiveaway),
})

const remove = createRoute({
  ...staff('giveaways.delete', { isFreshAsked: true }),
  method: 'delete',
  path: '/giveaways/{id}',
  summary: 'Deletes a giveaway without entries',
  request: { params },
  responses: answers(z.object({ success: z.literal(true) })),
})

const readEntries = createRoute({
  ...staff('entries.read'),
  method: 'get',
  path: '/giveaways/{id}/entries',
  summary: 'The entries of a giveaway by slot, with who holds them',
  request: { params },
  responses: answers(z.object({ entries: z.array(AdminEntry) })),
})

const addPrivate = createRoute({
  ...staff('entries.change'),
  method: 'post',
  path: '/admin/giveaways/{id}/private-entries',
  summary: 'Records a free entry that came by mail',
  request: { params, ...jsonBody(PrivateEntryInput) },
  responses: answers(Message.extend({ slotNumber: z.int() })),
})

const removeOne = createRoute({
  ...staff('entries.change', { isFreshAsked: true }),
  method: 'delete',
  path: '/admin/giveaways/{id}/entries/{slotNumber}',
  summary: 'Removes an entry; a bought one gives its credit back',
  request: { params: params.extend({ slotNumber: z.coerce.number().int().min(1).max(200_000) }) },
  responses: answers(Message),
})

const selectWinner = createRoute({
  ...staff('giveaways.draw', { isFreshAsked: true }),
  method: 'post',
  path: '/admin/select-automatic-winner',
  summary: 'Draws the winner; before the drawing date with the typed title and a reason',
  request: jsonBody(SelectWinnerInput),
  responses: answers(SelectedWinner),
})

const drawOne = createRoute({
  ...staff('giveaways.draw', { isFreshAsked: true }),
  method: 'post',
  path: '/giveaways/{id}/winner',
  summary: 'Draws the winner, as select-automatic-winner does',
  request: { params, ...jsonBody(WinnerInput) },
  responses: answers(SelectedWinner),
})

const checkWinners = createRoute({
  ...staff('giveaways.draw'),
  method: 'post',
  path: '/admin/check-winners',
  summary: 'Closes what has ended and draws what is due, as the clock does every minute',
  responses: answers(z.object({ processed: z.int(), winnersSelected: z.int() })),
})

const selected = (drawn: { slot: number; email: string }) => ({
  message: `Winner selected: Slot ${drawn.slot}`,
  winner: { email: drawn.email, slot: drawn.slot },
})

const managing = () =>
  newApi()
    .openapi(list, async c => c.json({ giveaways: await listAdminGiveaways(c.var.ctx) }, 200))
    .openapi(create, async c => {
      const id = await createGiveaway(c.var.ctx, c.req.valid('json'))
      return c.json(await adminGiveawayOf(c.var.ctx, id), 200)
    })
    .openapi(upload, async c => c.json(await storeUploads(c.var.ctx, c, 'giveaways'), 200))
    .openapi(change, async c => {
      const id = await giveawayIdOf(c.var.ctx, c.req.valid('param').id)
      await changeGiveaway(c.var.ctx, id, c.req.valid('json'))
      return c.json(await adminGiveawayOf(c.var.ctx, id), 200)
    })
    .openapi(remove, async c => {
      await deleteGiveaway(c.var.ctx, await giveawayIdOf(c.var.ctx, c.req.valid('param').id))
      return c.json({ success: true } as const, 200)
    })
    .openapi(readEntries, async c => {
      const id = await giveawayIdOf(c.var.ctx, c.req.valid('param').id)
      return c.json({ entries: await listEntriesOfGiveaway(c.var.ctx, id) }, 200)
    })
    .openapi(addPrivate, async c => {
      const giveawayId = await giveawayIdOf(c.var.ctx, c.req.valid('param').id)
      const slotNumber = await addPrivateEntry(c.var.ctx, { giveawayId, ...c.req.valid('json') })
      return c.json({ message: `Private entry added: Slot ${slotNumber}`, slotNumber }, 200)
    })
    .openapi(removeOne, async c => {
      const { id, slotNumber } = c.req.valid('param')
      await removeEntry(c.var.ctx, { giveawayId: await giveawayIdOf(c.var.ctx, id), slotNumber })
      return c.json({ message: 'Entry removed successfully' }, 200)
    })

const drawing = () =>
  newApi()
    .openapi(selectWinner, async c => {
      const { giveawayId: ref, ...typed } = c.req.valid('json')
      const giveawayId = await giveawayIdOf(c.var.ctx, ref)
      return c.json(selected(await drawWinner(c.var.ctx, { giveawayId, method: 'random', ...typed })), 200)
    })
    .openapi(drawOne, async c => {
      const giveawayId = await giveawayIdOf(c.var.ctx, c.req.valid('param').id)
      return c.json(selected(await drawWinner(c.var.ctx, { giveawayId, ...c.req.valid('json') })), 200)
    })
    .openapi(checkWinners, async c => c.json(await advanceGiveaways(c.var.ctx), 200))

export const giveawaysAdminApi = () => newApi().route('/', managing()).route('/', drawing())

export type GiveawaysAdminApi = ReturnType<typeof giveawaysAdminApi>
