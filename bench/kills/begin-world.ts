import { addUser } from '#app/testing/users.ts'
import { addProduct } from '#features/orders/testing/shopping.ts'
import { noPromises } from './checks/promises.ts'
import { createClient } from './client.ts'
import type { ShopUnderTest } from './rig.ts'
import type { World } from './world.ts'

const STOCK = 1_000_000
const CREDITS = 2

/** Fills the shop with one product, a membership, an owner and a code. @param tell receives the calls of the client. */
export async function beginWorld(rig: ShopUnderTest, tell: (line: string) => void): Promise<World> {
  const { db } = rig.observer.services
  const product = await addProduct(db, { stock: [STOCK], entries: CREDITS })
  await addProduct(db, { name: 'Premium, Monthly', priceCents: 2499, entries: 0, stock: [null], interval: 'month' })
  const staff = { ...(await addUser(rig.observer, new Date(), { admin: true })), role: 'owner' as const }
  const client = createClient(rig, tell)
  const code = 'KILLS'
  const shelf = { productId: product.id, variantId: product.variantId, stock: STOCK, credits: CREDITS, code }
  const kept = { promises: noPromises(), paid: [], members: [], giveaways: [], frozen: [] }
  const world: World = { rig, client, staff, shelf, ...kept }
  const coupon = { code, discount: { kind: 'percent', amount: 10 } }
  const { status, json } = await client.call('/api/admin/codes', staff, coupon)
  if (status !== 200) throw new Error(`No code for the campaign: ${JSON.stringify(json)}`)
  return world
}
