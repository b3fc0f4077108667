import { parseEntryLeaf } from '@redoubt/draw/entries/entry-leaf.ts'
import { sql } from 'kysely'
import {
  type EmailedReceipt,
  RECEIPT_PREVIEW,
  readShownReceipts,
  receiptBlocks,
  receiptFiles,
  type ShownReceipts,
} from '#features/draw-log/tree/queries/emailed-receipts.server.ts'
import { findKey, type GiveawayKey } from '#features/draw-log/tree/queries/holders.server.ts'
import { readSignedReceipt } from '#features/draw-log/tree/queries/receipts.server.ts'
import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import { defineEmail, greetingOf, nameless } from '#features/notifications/email.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { DAY_MS, MINUTE_MS } from '#kernel/values/durations.ts'
import { requireOneRow } from '#platform/db/one-row.server.ts'

/** So that the claims of a user who picks slot by slot come in one e-mail. */
const QUIET_MS = 2 * MINUTE_MS
/** Leaves in one transaction. */
const BATCH = 500

/**
 * E-mails the receipts of claims, one e-mail for each user and giveaway a turn. It follows the leaves, so that the claim itself pays nothing and
 * each claim has its e-mail once. Entries by auto-entry and by card have e-mails of their own.
 */
export async function mailReceipts(ctx: Context): Promise<void> {
  for (const giveawayId of await treesWithNewLeaves(ctx))
    try {
      while ((await mailBatch(ctx, giveawayId)) >= BATCH);
    } catch (error) {
      ctx.log.error({ err: error, giveawayId }, 'receipts are not e-mailed')
    }
}

async function treesWithNewLeaves(ctx: Context): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.giveaway_id as id from draw_tree t left join receipt_mail m on m.giveaway_id = t.giveaway_id
      join draw_leaf l on l.giveaway_id = t.giveaway_id and l.index = coalesce(m.leaf_count, 0)
    where t.size > coalesce(m.leaf_count, 0) and l.created_at <= ${new Date(+ctx.now() - QUIET_MS)}`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** @returns how many leaves it looked at; 0 while another process has the giveaway. */
const mailBatch = (ctx: Context, giveawayId: string): Promise<number> =>
  transact(ctx, async tx => {
    await sql`insert into receipt_mail (giveaway_id, leaf_count) values (${giveawayId}, 0) on conflict do nothing`.execute(
      tx.db,
    )
    const done = await tx.db
      .selectFrom('receipt_mail')
      .select('leaf_count')
      .where('giveaway_id', '=', giveawayId)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!done) return 0
    const leaves = await leavesFrom(tx, giveawayId, done.leaf_count)
    await mailLeaves(tx, giveawayId, leaves)
    const moved = await tx.db
      .updateTable('receipt_mail')
      .set({ leaf_count: done.leaf_count + leaves.length })
      .where('giveaway_id', '=', giveawayId)
      .executeTakeFirst()
    requireOneRow(moved, `receipts of giveaway ${giveawayId}`)
    return leaves.length
  })

type Claimed = {
  index: number
  leaf: string
  entryId: string
  userId: string
  slot: number
  email: string
  name: string
}
type Leaf = { [Key in keyof Claimed]: Key extends 'index' | 'leaf' ? Claimed[Key] : Claimed[Key] | null }

async function leavesFrom(tx: TransactionContext, giveawayId: string, index: number): Promise<Leaf[]> {
  const { rows } = await sql<Leaf>`
    select l.index, l.leaf, e.id as "entryId", u.id as "userId", e.slot_number as slot, u.email, u.name
    from draw_leaf l
      left join giveaway_entry e on e.id = l.entry_id and e.removed_at is null
      left join users u on u.id = e.user_id and u.deleted_at is null and u.enabled
    where l.giveaway_id = ${giveawayId} and l.index >= ${index} order by l.index limit ${BATCH}`.execute(tx.db)
  return rows
}

/** Of a live entry that its user made with a credit a day ago at most: an older leaf was read from a backup, or is of the demo's past. */
const isNewClaim = (leaf: Leaf, now: Date): leaf is Claimed => {
  if (!leaf.userId) return false
  const parsed = parseEntryLeaf(leaf.leaf)
  return parsed.kind === 'enter' && parsed.by === 'credit' && +now - parsed.at < DAY_MS
}

async function mailLeaves(tx: TransactionContext, giveawayId: string, leaves: readonly Leaf[]): Promise<void> {
  const claimed = leaves.filter(leaf => isNewClaim(leaf, tx.now()))
  const key = claimed.length > 0 && (await findKey(tx, giveawayId))
  if (!key) return
  const giveaway = await tx.db
    .selectFrom('giveaway')
    .select(['title', 'slug'])
    .where('id', '=', giveawayId)
    .executeTakeFirstOrThrow()
  for (const own of Map.groupBy(claimed, ({ userId }) => userId).values()) {
    const { userId, email, name, index } = own[0]!
    const receipts = await receiptsOfClaims(tx, giveawayId, key, own)
    const message = entryReceiptEmail(tx, {
      ...giveaway,
      name,
      slots: own.map(({ slot }) => slot).sort((a, b) => a - b),
      ...(await readShownReceipts(tx, giveaway.slug, receipts)),
    })
    await sendEmail(tx, { to: email, userId, onceKey: `receipts:${giveawayId}:${index}` }, message)
  }
}

/** One receipt a claim, which is the one that the claim was answered with: the leaves of a claim have one moment. */
async function receiptsOfClaims(
  ctx: DataContext,
  giveawayId: string,
  key: GiveawayKey,
  own: readonly Claimed[],
): Promise<EmailedReceipt[]> {
  const holderSecret = key.secretOf(own[0]!.userId)
  const claims = Map.groupBy(own, ({ leaf }) => leaf.split(' ')[1])
  const receipts: EmailedReceipt[] = []
  for (const claim of claims.values()) {
    const isOfShop = claim.every(({ leaf, entryId }) => leaf.endsWith(` ${key.markOf(entryId)}`))
    receipts.push({
      slots: claim.map(({ leaf }) => Number(leaf.split(' ')[2])),
      receipt: await readSignedReceipt(ctx, { giveawayId, leaves: claim.map(({ leaf }) => leaf) }),
      holderSecret,
      ...(isOfShop && { nonces: claim.map(({ entryId }) => key.nonceOf(entryId)) }),
    })
  }
  return receipts
}

type Entered = ShownReceipts & { title: string; slug: string; name: string; slots: readonly number[] }

/** E-mail with the receipts of a user's new entries in a giveaway. */
export const entryReceiptEmail = defineEmail({
  preview: { title: 'Field Kit', slug: 'field-kit', name: 'Sam', slots: [18, 40], ...RECEIPT_PREVIEW },
  write: ({ origin }, { title, slug, name, slots, ...shown }: Entered) => ({
    subject: `Your receipt: ${title}`,
    body: [
      greetingOf(name),
      `you are in ${title} with ${slots.length === 1 ? `slot ${slots[0]}` : `slots ${slots.join(', ')}`}.`,
      'Keep this e-mail. With its receipt anyone can check later, also without us, that your entry is in the draw.',
    ],
    action: { label: 'See the giveaway', url: `${origin}/giveaways/${slug}` },
    below: receiptBlocks(shown),
    attachments: receiptFiles(shown),
  }),
  unproven: nameless,
})
