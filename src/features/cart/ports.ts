import type { Context } from '#kernel/context.ts'
import type { SavedItem } from './contract.ts'

/** What the cart needs of later features. */
export type CartPorts = {
  /** Units left of each item of which a cart has too many, by `lineKeyOf`; 0 for a sold-out item. */
  unitsLeftOf: (ctx: Context, items: readonly SavedItem[]) => Promise<ReadonlyMap<string, number>>
}
