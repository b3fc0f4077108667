import { wishesPorts } from '#app/ports.server.ts'
import type { TestShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { staffingIn } from '#features/orders/testing/staffing.ts'
import { tellWaiting } from '../commands/tell-waiting.server.ts'

type Thing = { productId: string; variantId?: string | null; channel?: 'email' | 'push' }

let guests = 0
export const newGuest = () => `guest-${guests++}@example.com`

/** Requests for sold-out things in a shop under test, and the messages that meet them. */
export async function alertingIn(shop: TestShop) {
  const staffing = await staffingIn(shop)
  const ask = (as: TestUser, thing: Thing) => shop.call('/api/my/stock-alerts', { as, method: 'PUT', json: thing })
  const mine = async (as: TestUser) => (await shop.call('/api/my/stock-alerts', { as })).json.alerts
  const askAsGuest = (email: string, thing: Thing) => shop.call('/api/stock-alerts', { json: { email, ...thing } })
  const tell = async () => {
    await tellWaiting(shop.system, wishesPorts)
    await shop.settleJobs()
  }
  const back = async (email: string) =>
    (await shop.outbox(email)).filter(({ subject }) => subject.startsWith('Back in stock'))
  const adjust = (productId: string, variantId: string, by: number) =>
    shop.call(`/api/admin/products/${productId}/stock`, {
      as: staffing.admin,
      json: { variantId, by, reason: 'A delivery came' },
    })

  /** The token of the newest e-mail to an address. */
  async function tokenTo(email: string): Promise<string> {
    const [mail] = await shop.outbox(email)
    return new URL(/http\S+\/back-in-stock\?token=\S+/.exec(mail!.text)![0]).searchParams.get('token')!
  }
  const follow = (token: string, action: 'confirm' | 'cancel' | 'cancel-all') =>
    shop.call('/api/stock-alerts/link', { json: { token, action } })

  async function soldOut(stock: number[] = [0]) {
    const product = await staffing.addProduct({ stock })
    const { json } = await shop.call(`/api/products/${product.id}`)
    return {
      ...product,
      productId: product.id,
      variantIds: json.variants.map(({ id }: { id: string }) => id) as string[],
    }
  }

  const acts = { ask, mine, askAsGuest, tell, back, adjust, tokenTo, follow, soldOut }
  return { ...staffing, ...acts }
}
