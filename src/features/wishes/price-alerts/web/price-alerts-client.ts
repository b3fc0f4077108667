import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import type { PriceAlertsApi } from '../api.server.ts'
import type { PriceAlert } from '../contract.ts'

const client = clientOf<PriceAlertsApi>()
const mine = client.my['price-alerts']

/** The saved products of the user whose price is followed. */
export const PRICE_ALERTS = { queryKey: ['price-alerts'], queryFn: () => call(mine.$get()) }

const show = (answer: { alerts: PriceAlert[] }) => void queryClient.setQueryData(PRICE_ALERTS.queryKey, answer)

export const followPrice = async ({ productId, channel }: PriceAlert) =>
  show(await call(mine[':productId'].$put({ param: { productId }, json: { channel } })))
export const stopFollowing = async (productId: string) =>
  show(await call(mine[':productId'].$delete({ param: { productId } })))

export const priceAlerts = client['price-alerts']

/** Follows the price again after an undone removal; undefined where it was not followed. */
export function priceAlertAgain(productId: string): (() => Promise<void>) | undefined {
  const shown = queryClient.getQueryData<{ alerts: PriceAlert[] }>(PRICE_ALERTS.queryKey)
  const alert = shown?.alerts.find(one => one.productId === productId)
  return alert && (() => followPrice(alert))
}
