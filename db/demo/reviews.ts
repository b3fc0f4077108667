import type { DemoReview } from './demo-types.ts'
import { APPAREL_AND_PACKS_REVIEWS } from './reviews/apparel-and-packs.ts'
import { SMALL_GOODS_REVIEWS } from './reviews/small-goods.ts'
import { TOOLS_AND_KITS_REVIEWS } from './reviews/tools-and-kits.ts'

/** Reviews of the demo products, most of them good, some of them not. Buyers of the demo wrote them (src/features/reviews/seed.server.ts). */
export const DEMO_REVIEWS: readonly DemoReview[] = [
  ...SMALL_GOODS_REVIEWS,
  ...APPAREL_AND_PACKS_REVIEWS,
  ...TOOLS_AND_KITS_REVIEWS,
]
