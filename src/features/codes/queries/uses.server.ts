import { sql } from 'kysely'
import type { z } from 'zod'
import { readReferralCodes } from '#features/identity/registration/queries/referrals.server.ts'
import { desc, keyset, type Sorted } from '#kernel/api/keyset.server.ts'
import type { Context } from '#kernel/context.ts'
import { toDollars } from '#kernel/values/money.ts'
import { refusals } from '#platform/errors.ts'
import { COUPON_ERRORS, type CodeUse, type CodeUseList, type PageQuery, type ReferralCodeList } from '../contract.ts'
import type { CodesPorts } from '../ports.ts'

const refuse = refusals(COUPON_ERRORS)

type Page = z.infer<typeof PageQuery>

/** Ids grow with time. */
const NEWEST = keyset(desc('c.id', 'uuid'))
const NEWEST_OWNERS = keyset(desc('o.owner_id', 'uuid'))

type UseRow = Sorted & {
  id: string
  orderId: string
  userId: string
  name: string
  email: string
  amount: number
  state: z.infer<typeof CodeUse>['state']
  late: boolean
  createdAt: Date
  usedAt: Date | null
}

/** Uses of a coupon with user and order, newest first, page by page. @throws coupon_not_found */
export async function listUses(
  ctx: Context,
  ports: CodesPorts,
  { id, limit, cursor }: Page & { id: string },
): Promise<z.infer<typeof CodeUseList>> {
  const coupon = await ctx.db.selectFrom('coupon').select('id').where('id', '=', id).executeTakeFirst()
  if (!coupon) throw refuse('coupon_not_found')
  const { rows } = await sql<UseRow>`
    select ${NEWEST.sortKey}, c.id, c.order_id as "orderId", c.user_id as "userId", u.name, u.email, c.amount_cents as amount, c.state,
      c.late, c.created_at as "createdAt", c.used_at as "usedAt"
    from code_use c join users u on u.id = c.user_id
    where c.coupon_id = ${id} and ${NEWEST.after(cursor)}
    order by ${NEWEST.by} limit ${limit + 1}`.execute(ctx.db)
  const { shown, nextCursor } = NEWEST.page(rows, limit)
  const references = await ports.referencesOf(
    ctx,
    shown.map(row => row.orderId),
  )
  return {
    uses: shown.map(row => ({
      id: row.id,
      orderId: row.orderId,
      reference: references.get(row.orderId) ?? '',
      user: { id: row.userId, name: row.name, email: row.email },
      amount: toDollars(row.amount),
      state: row.state,
      late: row.late,
      date: row.createdAt.toISOString(),
      usedAt: row.usedAt?.toISOString() ?? null,
    })),
    nextCursor,
  }
}

type ReferralRow = Sorted & { ownerId: string; used: number; people: number; rewards: number; credits: number }

/** Referral codes with referred shoppers, page by page; codes of the newest owners first. */
export async function listReferrals(ctx: Context, { limit, cursor }: Page): Promise<z.infer<typeof ReferralCodeList>> {
  const { rows } = await sql<ReferralRow>`
    with owner as (
      select owner_id from (
        select owner_id from code_use where owner_id is not null and state = 'used' union select owner_id from referral_reward
      ) o where ${NEWEST_OWNERS.after(cursor)}
      order by ${NEWEST_OWNERS.by} limit ${limit + 1}
    )
    select ${NEWEST_OWNERS.sortKey}, o.owner_id as "ownerId", u.used, u.people, r.rewards, r.credits from owner o,
      lateral (select count(*)::int as used, count(distinct user_id)::int as people
        from code_use where owner_id = o.owner_id and state = 'used') u,
      lateral (select count(*)::int as rewards, coalesce(sum(credits - taken_back), 0)::int as credits
        from referral_reward where owner_id = o.owner_id) r
    order by ${NEWEST_OWNERS.by}`.execute(ctx.db)
  const { shown, nextCursor } = NEWEST_OWNERS.page(rows, limit)
  const owners = await readReferralCodes(
    ctx,
    shown.map(row => row.ownerId),
  )
  return {
    referrals: shown.map(({ ownerId, used, people, rewards, credits }) => {
      const { code, name, email } = owners.get(ownerId) ?? { code: '', name: 'Former customer', email: '' }
      return { code, owner: { id: ownerId, name, email }, used, people, rewards, creditsGiven: credits }
    }),
    nextCursor,
  }
}
