import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import type { StockAlertsApi } from '../api.server.ts'
import type { AlertBody, StockAlert } from '../contract.ts'

const client = clientOf<StockAlertsApi>()
const mine = client.my['stock-alerts']

/** The open requests of the user. */
export const ALERTS = { queryKey: ['stock-alerts'], queryFn: () => call(mine.$get()) }

const show = (answer: { alerts: StockAlert[] }) => void queryClient.setQueryData(ALERTS.queryKey, answer)

export const askAlert = async (json: AlertBody) => show(await call(mine.$put({ json })))
export const cancelAlert = async (id: string) => show(await call(mine[':id'].$delete({ param: { id } })))

export const stockAlerts = client['stock-alerts']
