import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import { tellUser } from '#kernel/realtime-topics.server.ts'
import { refusals } from '#platform/errors.ts'
import { type AutoEntryResult, GIVEAWAY_ERRORS } from '../../contract.ts'
import { autoEntryOf } from '../queries/auto-entry.server.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

/**
 * Switches auto-entry on or off. Every user may switch it off, also after the membership ended.
 * @returns the resulting state and its message.
 * @throws auto_entry_for_members when a user without a membership switches it on.
 */
export async function setAutoEntry(
  ctx: Context,
  input: { userId: string; enabled: boolean },
): Promise<AutoEntryResult> {
  const { userId, enabled } = input
  const { numAffectedRows } = await sql`
    insert into auto_entry_preference (user_id, enabled, changed_at)
    select ${userId}::uuid, ${enabled}, ${ctx.now()} where ${!enabled} or is_subscriber(${userId})
    on conflict (user_id) do update set enabled = excluded.enabled, changed_at = excluded.changed_at`.execute(ctx.db)
  if (numAffectedRows === 0n) throw refuse('auto_entry_for_members')
  tellUser(ctx, userId, 'credits')
  return { ...(await autoEntryOf(ctx, userId)), message: `Auto-entry ${enabled ? 'enabled' : 'disabled'}` }
}

/** Switches auto-entry on for a new member, as part of the membership. An earlier choice is kept. */
export async function beginAutoEntry(ctx: Context, userId: string): Promise<void> {
  await sql`
    insert into auto_entry_preference (user_id, enabled, changed_at)
    select ${userId}::uuid, true, ${ctx.now()} where is_subscriber(${userId})
    on conflict (user_id) do nothing`.execute(ctx.db)
  tellUser(ctx, userId, 'credits')
}
