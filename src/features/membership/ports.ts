import type { OrdersPorts } from '#features/orders/order/ports.ts'
import type { Context } from '#kernel/context.ts'

/** What memberships need of giveaways, a later feature. `src/app/ports.server.ts` fills it in. */
export type MembershipPorts = {
  /** Whether the user's memberships enter giveaways by themselves. */
  isAutoEntryOn: (ctx: Context, userId: string) => Promise<boolean>
  /** The giveaways' part in the refund of a second membership. */
  refunds: OrdersPorts
}
