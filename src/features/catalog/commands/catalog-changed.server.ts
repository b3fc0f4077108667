import type { Context } from '#kernel/context.ts'

/** Tags per signal to the other processes. */
const AT_ONCE = 100

/** Invalidates cached responses that show these products. */
export function catalogChanged(ctx: Context, ids: readonly string[]): void {
  for (let at = 0; at < ids.length; at += AT_ONCE)
    ctx.changed('products', ...ids.slice(at, at + AT_ONCE).map(id => `product:${id}`))
}
