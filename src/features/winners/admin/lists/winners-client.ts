import { AUDIT_LOG } from '#features/audit-log/admin/audit-log-client.ts'
import { clientOf } from '#kernel/client/browser.ts'
import { invalidate } from '#kernel/client/query-client.ts'
import type { WinnersApi } from '../../admin-api.server.ts'

export const winnersClient = () => clientOf<WinnersApi>().admin.winners

export const ADMIN_WINNERS = ['admin-winners'] as const
export const winnerKey = (id: string) => [...ADMIN_WINNERS, 'one', id] as const

/** Invalidates lists, tasks, winners and all other views of winners after a change. */
export const winnersChanged = () => invalidate(ADMIN_WINNERS, ['giveaways'], [AUDIT_LOG])
