import { defineEmail } from '#features/notifications/email.ts'
import { withFullStop } from '#kernel/values/words/full-stop.ts'
import { CONFIRM_HOURS } from './rules.ts'

/** The link that confirms a free entry online. Its words are equal for every address. */
export const confirmFreeEntryEmail = defineEmail({
  preview: { title: 'Field Kit', page: 'https://shop.example/free-entry?token=1' },
  write: (_, { title, page }: { title: string; page: string }) => ({
    subject: `Confirm your free entry: ${title}`,
    body: [
      'Hello,',
      withFullStop(`you asked for a free entry in the giveaway ${title}`),
      `Please confirm within ${CONFIRM_HOURS} hours, and before the giveaway closes. Your entry counts from then on, and your receipt follows.`,
      'If you did not ask for this, ignore this e-mail. No entry is made.',
    ],
    action: { label: 'Confirm my entry', url: page },
  }),
  unproven: 'no words',
})
