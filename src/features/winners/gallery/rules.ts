import type { State } from '../rules.ts'

export const NAME_LENGTH = 60
export const WORDS_LENGTH = 1000

/** Path of the photo upload. The body limit of the API allows one picture there. */
export const WINNER_PICTURES = '/api/my/winner-pictures'

/** pending: staff have not read this wording. refused: only the winner and staff see it. */
export const STORY_STATUSES = ['pending', 'shown', 'refused'] as const
export type StoryStatus = (typeof STORY_STATUSES)[number]

/** A shipped prize cannot pass to another person, so that the gallery shows no former winner. */
export const MAY_TELL: readonly State[] = ['shipped', 'done']

/** What a winner agrees to. @param shop its name. A new wording gets a new version. */
export const galleryConsent = (shop: string) => ({
  version: '2026-11-26',
  text: `I agree that ${shop} shows this on its public page of winners: my name as written here, my words, my photo if I add one, my state if I choose so, and the prize. I can withdraw it at any time; then it is deleted at once.`,
})
