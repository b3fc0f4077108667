import type { DemoProduct } from './demo-types.ts'
import { APPAREL } from './products/apparel.ts'
import { DRINKWARE } from './products/drinkware.ts'
import { ELECTRONICS } from './products/electronics.ts'
import { HEAVY_GOODS } from './products/heavy-goods.ts'
import { KITS_AND_MEMBERSHIPS } from './products/kits-and-memberships.ts'
import { LIGHTS } from './products/lights.ts'
import { PACKS } from './products/packs.ts'
import { SMALL_GOODS } from './products/small-goods.ts'
import { TOOLS } from './products/tools.ts'

/**
 * Every product of the demo store. The Camp Lantern is sold out and three Night Vision Monoculars are left, so that both
 * states can be seen; some sizes and colors are sold out too. Memberships have no credits of their own: theirs come monthly.
 */
export const DEMO_PRODUCTS: readonly DemoProduct[] = [
  ...SMALL_GOODS,
  ...APPAREL,
  ...DRINKWARE,
  ...TOOLS,
  ...LIGHTS,
  ...PACKS,
  ...HEAVY_GOODS,
  ...ELECTRONICS,
  ...KITS_AND_MEMBERSHIPS,
]
