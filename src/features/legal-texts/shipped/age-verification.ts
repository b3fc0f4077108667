import { computed, paragraph, type ShippedTemplate } from '../template.ts'

/** The minimum age, and its verification. */
export const AGE_VERIFICATION: ShippedTemplate = {
  kind: 'age-verification',
  title: 'Age Verification',

  clauses: [
    {
      name: 'minimum-age',
      title: 'You must be {minimumAge} or older',
      fields: ['minimumAge'],
      blocks: [
        paragraph(
          '{shop} is for adults. The same minimum age holds for accounts, for purchases and for giveaways, firearm giveaways among them.',
        ),
        computed('age-checks'),
      ],
    },
  ],
  computed: {
    'age-checks': {
      label: 'Checks of the age',
      why: 'The software and the verification of winners check the age so.',
      blocksOf: facts => [
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
  },
}
