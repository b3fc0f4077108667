import type { InferResponseType } from 'hono/client'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { invalidate } from '#kernel/client/query-client.ts'
import type { SetupApi } from './api.server.ts'

export const setupClient = clientOf<SetupApi>()

export type ShownSetup = InferResponseType<typeof setupClient.admin.setup.$get>
export type ShownStep = ShownSetup['steps'][number]

/** Each fetch calls the providers for real, so one fetch a minute is enough while the owner switches tabs. */
export const setupQuery = {
  queryKey: ['admin-setup'],
  queryFn: () => call(setupClient.admin.setup.$get()),
  staleTime: 60_000,
}

export const checkAgain = () => invalidate(setupQuery.queryKey)
