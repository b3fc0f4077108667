import type { DataContext } from '#kernel/context.ts'

/** What a person told about prizes, and the consents to show it. The consents stay as proof under the bare id of the prize. */
export async function exportStories({ db, storage }: DataContext, winnerIds: readonly string[]) {
  if (winnerIds.length === 0) return { prizeStories: [], prizeStoryConsents: [] }
  const [stories, consents] = await Promise.all([
    db
      .selectFrom('winner_story')
      .select([
        'name',
        'state',
        'words',
        'status',
        'picture_key as key',
        'written_at as writtenAt',
        'shown_at as shownAt',
      ])
      .where('winner_id', 'in', [...winnerIds])
      .execute(),
    db
      .selectFrom('winner_story_consent')
      .select(['given', 'wording', 'wording_version as wordingVersion', 'at', 'ip', 'user_agent as userAgent'])
      .where('winner_id', 'in', [...winnerIds])
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
  ])
  return {
    prizeStories: stories.map(({ key, ...story }) => ({
      ...story,
      photo: key === null ? null : `${storage.publicUrl(key)}-1200.webp`,
    })),
    prizeStoryConsents: consents,
  }
}
