import { sql } from 'kysely'
import { readDrawnEntries } from '#features/draws/queries/winners.server.ts'
import { authorOf } from '#features/reviews/rules.ts'
import type { Context } from '#kernel/context.ts'
import { moderateStory } from './commands/moderate-story.server.ts'
import { tellStory } from './commands/tell-story.server.ts'
import { findStoryRow } from './queries/stories.server.ts'

const WORDS =
  'I had one slot and forgot about it. Then the e-mail came, and a week later the box. Everything in it works.'

/** A story of the demo, by the regular commands. Winners without an account tell none. */
export async function seedStory(ctx: Context, winnerId: string): Promise<void> {
  const entry = (await readDrawnEntries(ctx, [winnerId])).get(winnerId)
  if (!entry?.userId) return
  const { userId, email, name } = entry
  const actor = { userId, email, name, isAdmin: false, role: null, isSubscriber: false }
  const story = { name: authorOf(name), words: WORDS, showsState: true, photo: null, consent: true } as const
  await tellStory({ ...ctx, actor }, winnerId, story)
  const told = await findStoryRow(ctx, sql`s.winner_id = ${winnerId}`)
  if (told) await moderateStory({ ...ctx, actor }, told.id, { version: told.version, status: 'shown' })
}
