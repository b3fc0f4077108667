import { z } from 'zod'
import { model } from '#kernel/api/openapi/model.ts'
import { isUuid } from '#platform/values/uuid.ts'

/** Orders of one pick list: the oldest that wait, or those chosen of them. */
export const MAX_PICKED = 500
/** Orders of one file of packing slips. */
export const MAX_SLIPS = 100

const MANY_IDS = 37 * MAX_SLIPS

/** Ids, separated by commas; what is none is left out. */
const ids = z
  .string()
  .max(MANY_IDS, { error: `At most ${MAX_SLIPS} orders at once.`, abort: true })
  .transform(text => text.split(',').filter(isUuid))
  .refine(list => list.length <= MAX_SLIPS, `At most ${MAX_SLIPS} orders at once.`)

export const PickListQuery = z.strictObject({ ids: ids.optional() })
export type PickListQuery = z.infer<typeof PickListQuery>

const PickLine = z.object({
  /** As sold; null where it is not certain. */
  sku: z.string().nullable(),
  name: z.string(),
  options: z.record(z.string(), z.string()),
  /** The variant's shelf today; null where it has none. */
  place: z.string().nullable(),
  /** Pieces for all orders together, without those that are sent later. */
  quantity: z.int(),
  /** The numbers of the orders, such as `RD-100001`. */
  orders: z.array(z.string()),
})
export type PickLine = z.infer<typeof PickLine>

export const PickList = model('PickList', {
  /** By shelf; goods without one come last. */
  lines: z.array(PickLine),
  /** Orders on the list. */
  orderCount: z.int(),
  /** Further orders wait that are not on the list. */
  hasMore: z.boolean(),
})
export type PickList = z.infer<typeof PickList>

export const PackingSlipQuery = z.strictObject({
  ids: ids.refine(list => list.length > 0, 'Choose at least one order.'),
  /** Whether the slips say what was paid; a gift says it not. */
  prices: z.enum(['true', 'false']).default('false'),
})
export type PackingSlipQuery = z.infer<typeof PackingSlipQuery>
