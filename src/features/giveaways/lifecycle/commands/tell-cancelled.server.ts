import { sql } from 'kysely'
import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import type { JobData } from '#platform/jobs/jobs.server.ts'
import { cancelledEmail } from '../../emails.server.ts'
import { TELL_CANCELLED } from '../../job-types.server.ts'

/** Recipients per transaction. */
const PIECE = 200

/** Position in the walk over all entrants of a cancelled giveaway. */
type CancelledStep = JobData<typeof TELL_CANCELLED>

type Told = { person: string; userId: string | null; email: string; name: string; credits: number }

/** Enqueues the notices to all entrants whose entries were just removed. */
export const tellCancelled = (tx: TransactionContext, giveawayId: string) =>
  enqueue(tx, TELL_CANCELLED, {
    giveawayId,
    at: tx.now().toISOString(),
    after: '',
  } satisfies CancelledStep)

/**
 * Notifies the next batch of entrants of the cancellation and the returned credits. The following batch is enqueued in the same
 * transaction. The messages' once keys prevent duplicates.
 */
export async function tellNextCancelled(ctx: Context, step: CancelledStep): Promise<void> {
  const { giveawayId, at } = step
  const giveaway = await ctx.db
    .selectFrom('giveaway')
    .select(['title', 'tier', 'closed_note'])
    .where('id', '=', giveawayId)
    .executeTakeFirst()
  if (!giveaway) return
  await transact(ctx, async tx => {
    const people = await recipientsOf(tx, step)
    for (const told of people) {
      const letter = cancelledEmail(tx, {
        ...giveaway,
        tier: giveaway.tier as Tier,
        reason: giveaway.closed_note,
        ...told,
      })
      const onceKey = `cancelled:${giveawayId}:${at}:${told.person}`
      await sendEmail(tx, { to: told.email, onceKey, ...(told.userId ? { userId: told.userId } : {}) }, letter)
    }
    if (people.length === PIECE) await enqueue(tx, TELL_CANCELLED, { giveawayId, at, after: people.at(-1)!.person })
  })
}

/** Entrants by account, or by e-mail address for mail-in entries. Staff who tried the giveaway are included. */
async function recipientsOf(ctx: DataContext, { giveawayId, at, after }: CancelledStep): Promise<Told[]> {
  const { rows } = await sql<Told>`
    select p.person, p.user_id as "userId", p.credits, coalesce(u.email, p.mail_email) as email, coalesce(u.name, p.mail_name) as name
    from (
      select coalesce(user_id::text, lower(mail_email)) as person, user_id, min(mail_email) as mail_email, min(mail_name) as mail_name,
        count(*) filter (where not is_private)::int as credits
      from giveaway_entry
      where giveaway_id = ${giveawayId} and removed_at = ${at}::timestamptz
        and coalesce(user_id::text, lower(mail_email)) > ${after} collate "C"
      group by 1, 2
    ) p left join users u on u.id = p.user_id
    where coalesce(u.email, p.mail_email) is not null and u.deleted_at is null
    order by p.person collate "C" limit ${PIECE}`.execute(ctx.db)
  return rows
}
