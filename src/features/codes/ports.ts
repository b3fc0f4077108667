import type { Context } from '#kernel/context.ts'

/** What codes need of orders, a later feature. `src/app/ports.server.ts` provides it. */
export type CodesPorts = {
  /** Order numbers such as `RD-100001`, by order id. */
  referencesOf: (ctx: Context, orderIds: readonly string[]) => Promise<Map<string, string>>
}
