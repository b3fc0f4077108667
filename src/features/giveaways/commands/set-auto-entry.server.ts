import { sql } from 'kysely'
import type { Context } from '#adapters/context.ts'
import { tellUser } from '#adapters/realtime-topics.server.ts'
import { refusals } from '#platform/errors.ts'
import { type AutoEntryResult, GIVEAWAY_ERRORS } from '../contract.ts'
import { autoEntryOf } from '../queries/auto-entry.server.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

/**
 * Switches auto-entry on or off. Off is open to everybody, also to those whose membership is over.
 * @returns what holds now, and the sentence for it (customer-side.md section 8).
 * @throws auto_entry_for_members when somebody who is none switches it on.
 */
export async function setAutoEntry(
  ctx: Context,
  input: { userId: string; enabled: boolean },
): Promise<AutoEntryResult> {
  const { userId, enabled } = input
  const { numAffectedRows } = await sql`
    insert into auto_entry_wish (user_id, enabled, changed_at)
    select ${userId}::uuid, ${enabled}, ${ctx.now()} where ${!enabled} or is_subscriber(${userId})
    on conflict (user_id) do update set enabled = excluded.enabled, changed_at = excluded.changed_at`.execute(ctx.db)
  if (numAffectedRows === 0n) throw refuse('auto_entry_for_members')
  tellUser(ctx, userId, 'credits')
  return { ...(await autoEntryOf(ctx, userId)), message: `Auto-entry ${enabled ? 'enabled' : 'disabled'}` }
}

/** A new member has auto-entry from the start, as a part of what they pay for; whoever has chosen before keeps their choice. */
export async function beginAutoEntry(ctx: Context, userId: string): Promise<void> {
  await sql`
    insert into auto_entry_wish (user_id, enabled, changed_at)
    select ${userId}::uuid, true, ${ctx.now()} where is_subscriber(${userId})
    on conflict (user_id) do nothing`.execute(ctx.db)
  tellUser(ctx, userId, 'credits')
}
