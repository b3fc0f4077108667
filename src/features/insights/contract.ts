import { z } from 'zod'
import { model, strictModel } from '#kernel/api/openapi/model.ts'

export const LeaderboardRow = model('LeaderboardRow', {
  /** First name and initial. */
  displayName: z.string(),
  /** Masked on the server. */
  displayEmail: z.string(),
  purchaseCount: z.int(),
  /** Credits that these purchases earned. */
  totalCredits: z.int(),
})
export type LeaderboardRow = z.infer<typeof LeaderboardRow>

export const LeaderboardQuery = z.strictObject({ limit: z.coerce.number().int().min(1).max(50).default(10) })
export const Leaderboard = z.object({ leaderboard: z.array(LeaderboardRow) })

export const RecentSale = model('RecentSale', {
  id: z.string(),
  /** First name and initial. */
  customerName: z.string(),
  /** Two letters of the state, or the country; never a town. */
  location: z.string(),
  /** Units bought. */
  items: z.int(),
  /** Name of the first item. */
  productName: z.string(),
})
export type RecentSale = z.infer<typeof RecentSale>

export const RecentSalesQuery = z.strictObject({ limit: z.coerce.number().int().min(1).max(50).default(20) })
export const RecentSales = z.object({ sales: z.array(RecentSale) })

/** Whether the user appears, by shortened name, among top customers and recent purchases. */
export const Visibility = strictModel('Visibility', { isShown: z.boolean() })
export type Visibility = z.infer<typeof Visibility>
