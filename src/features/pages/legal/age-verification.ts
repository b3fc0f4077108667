import type { LegalText } from '#features/legal/contract.ts'
import type { Facts } from './facts.ts'

/** The minimum age, and its verification. */
export const ageVerificationOf = (facts: Facts): LegalText => ({
  kind: 'age-verification',
  title: 'Age Verification',
  clauses: [
    {
      title: `You must be ${facts.minimumAge} or older`,
      blocks: [
        'Redoubt is for adults. The same minimum age holds for accounts, for purchases and for giveaways, firearm giveaways among them.',
        {
          points: [
            `At registration you tell your birth date. Accounts of people under ${facts.minimumAge} are refused.`,
            'The birth date on file is checked again at every checkout and at every entry.',
            `A click on “I am ${facts.minimumAge} or older” is a reminder. It is never the proof.`,
            'Before a prize is sent, the winner proves age and identity with a government-issued document. Someone who entered under a false birth date is not eligible.',
          ],
        },
      ],
    },
  ],
})
