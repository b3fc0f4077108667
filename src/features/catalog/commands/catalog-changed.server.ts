import type { Context } from '#adapters/context.ts'

/** So many tags fit into one word to the other processes. */
const AT_ONCE = 100

/** After the commit of a change of many products: drops the kept answers that show them. */
export function catalogChanged(ctx: Context, ids: readonly string[]): void {
  for (let at = 0; at < ids.length; at += AT_ONCE)
    ctx.changed('products', ...ids.slice(at, at + AT_ONCE).map(id => `product:${id}`))
}
