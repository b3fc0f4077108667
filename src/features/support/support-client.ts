import type { InferResponseType } from 'hono/client'
import { clientOf } from '#kernel/client/browser.ts'
import type { SupportApi } from './api.server.ts'

export const supportClient = clientOf<SupportApi>()

export type ShownTicket = InferResponseType<typeof supportClient.my.tickets.$get>['tickets'][number]
