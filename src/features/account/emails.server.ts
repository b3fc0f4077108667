import { RETURN_DAYS } from '#features/catalog/rules.ts'
import { defineEmail } from '#features/notifications/email.ts'

const KEPT = `What the law wants us to keep, payments, credits and draws, is kept without your name. Orders of the last ${RETURN_DAYS} days keep their address until they can no longer be returned.`
const ENDED = 'Every browser is signed out, and your membership, if you had one, has ended.'
const DELETED = 'Your Redoubt account was deleted'

/** The last e-mail to a user who deleted their account. */
export const farewellEmail = defineEmail({
  preview: { name: 'Sam' },
  write: (_, { name }: { name: string }) => ({
    subject: DELETED,
    body: [
      `Hello ${name},`,
      `your Redoubt account was deleted just now, as you asked. ${ENDED}`,
      KEPT,
      'This is our last message to you. If it was not you who deleted it, reply to it.',
    ],
  }),
})

/** The last e-mail to a user whose account staff deleted. */
export const deletedByStaffEmail = defineEmail({
  preview: { name: 'Sam' },
  write: (_, { name }: { name: string }) => ({
    subject: DELETED,
    body: [
      `Hello ${name},`,
      `our staff deleted your Redoubt account just now. ${ENDED}`,
      KEPT,
      'This is our last message to you. If you think that it is a mistake, reply to it.',
    ],
  }),
})

/** The last e-mail to the address of an account that was merged into the user's other account, whose address is `address`. */
export const mergedEmail = defineEmail({
  preview: { name: 'Sam', address: 'sam@example.com' },
  write: (_, { name, address }: { name: string; address: string }) => ({
    subject: 'Your Redoubt accounts were merged',
    body: [
      `Hello ${name},`,
      `you had two Redoubt accounts, and our staff made them one just now. Orders, credits, entries and tickets are in the account of ${address}; sign in with that address from now on.`,
      'This is our last message to this address. If the other account is not yours, reply to it at once.',
    ],
  }),
})
