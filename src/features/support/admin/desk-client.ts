import type { InferResponseType } from 'hono/client'
import { clientOf } from '#kernel/client/browser.ts'
import { invalidate } from '#kernel/client/query-client.ts'
import type { SupportDeskApi } from '../desk/api.server.ts'
import type { TicketType } from '../rules.ts'

/** The staff's API calls about tickets and inquiries. */
export const deskClient = clientOf<SupportDeskApi>().admin.support

type Shown = InferResponseType<typeof deskClient.tickets.$get>['tickets'][number]
/** A row of either list. */
export type ShownRow = Omit<Shown, 'status'> & { status: ShownThread['status'] }
export type ShownThread = InferResponseType<(typeof deskClient.threads)[':id']['$get']>
export type ShownReply = InferResponseType<typeof deskClient.replies.$get>['replies'][number]

/** Prefix of all ticket query keys. */
export const DESK = 'admin-desk'
export const threadKey = (id: string) => [DESK, 'thread', id] as const

/** Invalidates lists, counts and threads after a write by this user or a colleague. */
export const deskChanged = () => invalidate([DESK])

/** Both kinds in the words of the screens. */
export const KINDS = {
  support: {
    noun: 'ticket',
    nouns: 'tickets',
    notLoaded: 'Failed to load support tickets',
    notSet: { status: 'Failed to update ticket status', assignedTo: 'Failed to update ticket assignment' },
  },
  general: {
    noun: 'inquiry',
    nouns: 'inquiries',
    notLoaded: 'Failed to load general inquiries',
    notSet: { status: 'Failed to update inquiry status', assignedTo: 'Failed to update inquiry assignment' },
  },
} as const satisfies Record<TicketType, unknown>
