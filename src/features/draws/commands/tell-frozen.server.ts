import { sha256Hex } from '@redoubt/draw/bytes.ts'
import { sql } from 'kysely'
import { readSigner } from '#features/draw-log/log/queries/log-keys.server.ts'
import { IS_IN_DRAW } from '#features/giveaways/giveaway/queries/entry-conditions.server.ts'
import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import { defineEmail, greetingOf, nameless, verbatim } from '#features/notifications/email.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import { DAY_MS } from '#kernel/values/durations.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import type { JobData } from '#platform/jobs/jobs.server.ts'
import { TELL_FROZEN } from '../job-types.server.ts'

/** Recipients per transaction. */
const PIECE = 200

type Step = JobData<typeof TELL_FROZEN>
type Told = { person: string; userId: string | null; email: string; name: string }

/**
 * E-mails the next batch of entrants the hash of the frozen list's manifest and the round that will decide, before the round exists. With
 * the mail's own signature and date, any one of these mails shows a second freeze to be false. The messages' once keys prevent duplicates.
 */
export async function tellNextFrozen(ctx: Context, step: Step): Promise<void> {
  const { giveawayId } = step
  const frozen = await ctx.db
    .selectFrom('draw_freeze as f')
    .innerJoin('giveaway as g', 'g.id', 'f.giveaway_id')
    .select(['g.title', 'g.slug', 'f.manifest', 'f.round', 'f.draws_at as drawsAt', 'f.frozen_at as frozenAt'])
    .where('f.giveaway_id', '=', giveawayId)
    .where('f.slip', '=', 0)
    .executeTakeFirst()
  // The demo's past draws tell nothing any more.
  if (!frozen || +ctx.now() - +frozen.frozenAt > DAY_MS) return
  const { title, slug, drawsAt } = frozen
  const { vkey: logKey } = await readSigner(ctx, 'log')
  const shown = { title, slug, drawsAt, round: frozen.round, manifestHash: sha256Hex(frozen.manifest), logKey }
  await transact(ctx, async tx => {
    const people = await recipientsOf(tx, step)
    for (const { person, userId, email, name } of people) {
      const onceKey = `frozen:${giveawayId}:${person}`
      await sendEmail(tx, { to: email, onceKey, ...(userId ? { userId } : {}) }, frozenEmail(tx, { ...shown, name }))
    }
    if (people.length === PIECE) await enqueue(tx, TELL_FROZEN, { giveawayId, after: people.at(-1)!.person })
  })
}

/** Entrants of the frozen list, by account, or by e-mail address for free entries. Disabled accounts get no mail. */
async function recipientsOf(ctx: DataContext, { giveawayId, after }: Step): Promise<Told[]> {
  const { rows } = await sql<Told>`
    select p.person, p.user_id as "userId", coalesce(u.email, p.mail_email) as email, coalesce(u.name, p.mail_name) as name
    from (
      select coalesce(user_id::text, lower(mail_email)) as person, user_id, min(mail_email) as mail_email, min(mail_name) as mail_name
      from giveaway_entry e
      where giveaway_id = ${giveawayId} and ${IS_IN_DRAW} and coalesce(user_id::text, lower(mail_email)) > ${after} collate "C"
      group by 1, 2
    ) p left join users u on u.id = p.user_id
    where coalesce(u.email, p.mail_email) is not null and u.deleted_at is null and u.enabled is distinct from false
    order by p.person collate "C" limit ${PIECE}`.execute(ctx.db)
  return rows
}

type FrozenShown = {
  title: string
  slug: string
  name: string
  round: number
  drawsAt: Date
  manifestHash: string
  /** Verification key of the shop's log, as the verifiers print it. */
  logKey: string
}

/** E-mail to each entrant when the list is frozen. */
export const frozenEmail = defineEmail({
  preview: {
    title: 'Field Kit',
    slug: 'field-kit',
    name: 'Sam',
    round: 20_791_007,
    drawsAt: new Date('2026-03-10T19:00:00Z'),
    manifestHash: '2200c5dbcf3906125388b05c4890355ca8b6cb71a4e828dc856487cc8bbf50e3',
    logKey: 'shop.example/redoubt/log+780a96a4+AfR63NRFiJyP06bNjrVIvJsWle8BXzC4v+5nS5fgiSTR',
  },
  write: ({ origin }, { title, slug, name, round, drawsAt, manifestHash, logKey }: FrozenShown) => ({
    subject: `The list is sealed: ${title}`,
    body: [
      greetingOf(name),
      `the list of entries of ${title} is sealed, and you are in it. The winner follows from the public round ${round}, which comes ${formatMoment(drawsAt)} and which no one knows before.`,
      `Keep this e-mail. It shows that the list was settled before the round: its manifest has this fingerprint:`,
      verbatim(manifestHash),
      'This is the key of our log. To check the draw without us, compare it with the key that the checker prints:',
      verbatim(logKey),
    ],
    action: { label: 'See the draw', url: `${origin}/giveaways/${slug}` },
  }),
  unproven: nameless,
})
