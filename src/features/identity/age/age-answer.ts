import { browserStorage } from '#kernel/client/storage/browser-storage.ts'

export type AgeAnswer = 'verified' | 'declined'

/** Storage keys of the answer to the age gate. It only spares a question and proves nothing. */
const FLAGS: Record<AgeAnswer, string> = { verified: 'age_verified', declined: 'age_declined' }

/** The answer given in this browser; undefined before one. */
export const ageAnswer = (): AgeAnswer | undefined =>
  (['verified', 'declined'] as const).find(answer => browserStorage.getItem(FLAGS[answer]) === 'true')

export function keepAgeAnswer(answer: AgeAnswer): void {
  browserStorage.removeItem(FLAGS[answer === 'verified' ? 'declined' : 'verified'])
  browserStorage.setItem(FLAGS[answer], 'true')
}

/** After a slip: the question is asked again. */
export const forgetAgeAnswer = () => Object.values(FLAGS).forEach(flag => browserStorage.removeItem(flag))
