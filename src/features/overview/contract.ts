import { z } from 'zod'
import { PERIODS } from '#features/revenue/rules.ts'
import { TASKS } from '#features/winners/rules.ts'
import { model } from '#kernel/api/openapi/model.ts'
import { NAMED } from '#kernel/api/waiting-limits.ts'
import { URGENCIES, WORK_KINDS } from './rules.ts'

/** The stat cards. */
export const Stats = model('ShopStats', {
  totalUsers: z.int(),
  /** Giveaways that take entries now. */
  activeGiveaways: z.int(),
  totalProducts: z.int(),
  /** Of all time, in dollars; null for a role that may not read revenue. */
  totalRevenue: z.number().nullable(),
  /** Providers that do not answer. Retries are automatic. */
  outages: z.array(z.object({ provider: z.string(), since: z.iso.datetime() })),
})
export type Stats = z.infer<typeof Stats>

const moment = z.iso.datetime().nullable()

/** One record of some work. */
export const WorkItem = model('WorkItem', {
  /** Of the refund, dispute, card or other record that the work is about. */
  id: z.string(),
  /** The record that a screen opens for it: the order of a refund, the giveaway of a card. Null where none is known. */
  recordId: z.string().nullable(),
  name: z.string(),
  /** A second line: a person, an amount, what is left. */
  note: z.string().nullable(),
  dueAt: moment,
  /** Since when it waits, for work without a deadline. */
  since: moment,
  /** Of a winner: what staff do next. */
  step: z.enum(TASKS).optional(),
})
export type WorkItem = z.infer<typeof WorkItem>

/** Work of one kind that waits. */
export const Work = model('Work', {
  kind: z.enum(WORK_KINDS),
  urgency: z.enum(URGENCIES),
  /** Counted up to `limit` of the answer. */
  count: z.int().min(1),
  /** The first deadline of the kind. */
  dueAt: moment,
  /** Since when the oldest one waits. */
  since: moment,
  items: z.array(WorkItem).min(1).max(NAMED),
})
export type Work = z.infer<typeof Work>

/** The most urgent kind first. Kinds without work, and those that the caller may not do, are left out. */
export const Today = model('Today', { work: z.array(Work), limit: z.int() })
export type Today = z.infer<typeof Today>

/** 10 items by default. */
export const ActivityQuery = z.strictObject({ limit: z.coerce.number().int().min(1).max(50).default(10) })

export const Activity = model('Activity', {
  type: z.enum(['purchase', 'giveaway_entry', 'user_registration']),
  title: z.string(),
  description: z.string(),
  timestamp: z.iso.datetime(),
  email: z.string().nullable(),
  customer_name: z.string().nullable(),
  /** Dollars, of a purchase. */
  amount: z.number().nullable(),
  /** Purchase: credits earned. Entries: their number. */
  entries: z.int().nullable(),
  giveaway_title: z.string().nullable(),
  /** Id of the order, the giveaway or the user. */
  id: z.string(),
})
export type Activity = z.infer<typeof Activity>
export const Activities = z.object({ activities: z.array(Activity) })

export const CostsQuery = z.strictObject({ period: z.enum(PERIODS).default('month') })
export const Costs = model('Costs', {
  period: z.enum(PERIODS),
  from: z.iso.date(),
  to: z.iso.date(),
  /** Merchant platform fees of orders, less those of refunds; dollars. */
  fees: z.object({ amount: z.number(), clientShare: z.number(), platformShare: z.number() }),
  /** Costs by the providers' list prices. */
  providers: z.array(
    z.object({ name: z.string(), count: z.int(), unit: z.string(), rate: z.string(), estimate: z.number() }),
  ),
  estimate: z.number(),
  revenue: z.number(),
  /** Revenue less the estimated costs of providers. */
  left: z.number(),
})
export type Costs = z.infer<typeof Costs>
