import { sql } from 'kysely'
import { removePictureNow } from '#adapters/images/remove-unused.server.ts'
import { photoFolder, storeUploads } from '#adapters/images/uploads.server.ts'
import { requireOwnSession } from '#features/identity/sessions/commands/revoke.server.ts'
import { type ApiContext, actorOf } from '#kernel/api/api.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { tellStaff } from '#kernel/realtime-topics.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import { lockWinner } from '../../commands/move-winner.server.ts'
import { WINNER_ERRORS } from '../../contract.ts'
import { isOwnPrize, type Won } from '../../queries/winners.server.ts'
import { GALLERY_ERRORS, type StoryInput } from '../contract.ts'
import { findStoryRow, stateOfPrize } from '../queries/stories.server.ts'
import { galleryConsent, MAY_TELL } from '../rules.ts'

const refuse = refusals({ ...WINNER_ERRORS, ...GALLERY_ERRORS })

/** Tag of pages and answers that show stories. */
export const STORIES = 'winner-stories'

export function storiesChanged(tx: TransactionContext): void {
  tx.onCommit(ctx => {
    ctx.changed(STORIES)
    tellStaff(ctx, 'reviews')
  })
}

/**
 * Stores one photo for a later story, like a picture of a product: size limits, re-encoded, without metadata.
 * @throws story_too_early for users without a prize that is on its way; the refusals of `storeUploads`
 */
export async function storeWinnerPhoto(ctx: Context, c: ApiContext) {
  const { userId } = actorOf(ctx)
  const prize = await ctx.db
    .selectFrom('winner')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', 'in', [...MAY_TELL])
    .limit(1)
    .executeTakeFirst()
  if (!prize) throw refuse('story_too_early')
  return storeUploads(ctx, c, photoFolder(ctx, 'winners', userId), 1)
}

/** Locks a prize of the caller. @throws prize_not_found */
async function lockOwn(tx: TransactionContext, id: string): Promise<Won> {
  const won = await lockWinner(tx, id).catch(() => undefined)
  if (!won || !isOwnPrize(tx, won)) throw refuse('prize_not_found')
  await requireOwnSession(tx)
  return won
}

/**
 * Stores what the winner tells about the prize, with the consent to show it. Each new wording waits for staff and leaves the page until then.
 * @throws prize_not_found, story_too_early; invalid_input for an unknown photo
 */
export async function tellStory(ctx: Context, id: string, input: StoryInput): Promise<void> {
  const { userId } = actorOf(ctx)
  await transact(ctx, async tx => {
    const won = await lockOwn(tx, id)
    if (!MAY_TELL.includes(won.row.state)) throw refuse('story_too_early')
    const before = await findStoryRow(tx, sql`s.winner_id = ${id}`)
    const story = {
      name: input.name,
      words: input.words,
      state: input.showsState ? stateOfPrize(won) : null,
      picture_key: await photoKey(tx, userId, { photo: input.photo, before: before?.picture_key ?? null }),
    }
    const isSame =
      before && (['name', 'words', 'state', 'picture_key'] as const).every(field => before[field] === story[field])
    if (isSame) return
    await noteConsent(tx, id, true)
    const written = { ...story, status: 'pending', written_at: tx.now() }
    await tx.db
      .insertInto('winner_story')
      .values({ id: newId(), winner_id: id, ...written })
      .onConflict(conflict =>
        conflict.column('winner_id').doUpdateSet(eb => ({
          ...{ ...written, refusal_reason: null, shown_at: null },
          version: eb('winner_story.version', '+', 1),
        })),
      )
      .execute()
    if (before?.picture_key && before.picture_key !== story.picture_key) removeOnCommit(tx, before.picture_key)
    storiesChanged(tx)
  })
}

/** @throws invalid_input for a photo that the winner did not upload, or that another story has. */
async function photoKey(
  tx: TransactionContext,
  userId: string,
  { photo, before }: { photo: string | null; before: string | null },
): Promise<string | null> {
  if (photo === null) return null
  const key = photo.replace(/^s3:/, '')
  if (key === before) return key
  const known =
    key.startsWith(`${photoFolder(tx, 'winners', userId)}/`) &&
    (await tx.db
      .selectFrom('picture')
      .select('key')
      .where('key', '=', key)
      .where('used_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst())
  if (known) return key
  throw refuseAny('invalid_input', {}, { photo: ['The photo is no longer available. Please choose it again.'] })
}

/** Withdraws the consent: the story and its photo are deleted. @throws prize_not_found, story_not_found */
export async function withdrawStory(ctx: Context, id: string): Promise<void> {
  await transact(ctx, async tx => {
    await lockOwn(tx, id)
    if (!(await deleteStory(tx, id))) throw refuse('story_not_found')
  })
}

/** Deletes the story of a winner, notes the withdrawn consent, and removes the photo's files. @returns false without a story. */
export async function deleteStory(tx: TransactionContext, winnerId: string): Promise<boolean> {
  const gone = await tx.db
    .deleteFrom('winner_story')
    .where('winner_id', '=', winnerId)
    .returning('picture_key')
    .executeTakeFirst()
  if (!gone) return false
  await noteConsent(tx, winnerId, false)
  if (gone.picture_key) removeOnCommit(tx, gone.picture_key)
  storiesChanged(tx)
  return true
}

/** A failure leaves the files to the job that removes unused pictures. */
const removeOnCommit = (tx: TransactionContext, key: string) => tx.onCommit(ctx => removePictureNow(ctx, key))

function noteConsent(tx: TransactionContext, winnerId: string, given: boolean) {
  const { text, version } = galleryConsent(tx.settings.brand.name)
  return tx.db
    .insertInto('winner_story_consent')
    .values({
      ...{ id: newId(), winner_id: winnerId, given, at: tx.now(), ip: tx.ip, user_agent: tx.userAgent },
      ...{ wording: text, wording_version: version },
    })
    .execute()
}
