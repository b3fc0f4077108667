import type { Context, TransactionContext } from '#kernel/context.ts'

/** Orders that wait for an address, a later feature. */
export type AddressPorts = {
  /** Locks the paid orders without an address. Called first, because orders are locked before users. */
  lock: (tx: TransactionContext, userId: string) => Promise<void>
  /** Gives the user's address on file to these orders. */
  give: (tx: TransactionContext, userId: string) => Promise<void>
}

/** What identity needs of later features. `src/app/ports.server.ts` provides it. */
export type IdentityPorts = {
  orders: AddressPorts
  /** The number of a user's active entries and of their paid orders. */
  countsOf: (ctx: Context, userId: string) => Promise<{ entries: number; purchases: number }>
}
