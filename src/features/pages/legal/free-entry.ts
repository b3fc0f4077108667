import type { LegalText } from '#features/legal/contract.ts'
import type { Facts } from './facts.ts'

/** How to enter without buying anything. */
export const freeEntryOf = (facts: Facts): LegalText => ({
  kind: 'no-purchase-necessary',
  title: 'No Purchase Necessary',
  clauses: [
    {
      title: 'Enter free by mail',
      blocks: [
        'You can enter any giveaway without buying anything. A mail-in entry has the same chance as an entry made with a credit, and it is free but for the stamp.',
        {
          ordered: true,
          points: [
            'Write by hand on a card of 3 by 5 inches: the title of the giveaway, your full name, street address, e-mail address, phone number and birth date.',
            'Put one card in one envelope with postage. Each envelope is one entry.',
            `Send it to the address below so that it is received **within ${facts.mailInDays} days of the close** of the giveaway. A postmark is not enough.`,
          ],
        },
        { address: [...facts.mailIn] },
      ],
    },
    {
      title: 'What happens with it',
      blocks: [
        'Mail-in entries get the numbers after the last slot that credits can take, so **there is always room**, even when every slot is gone. You may send as many envelopes for one giveaway as its limit per person. Cards that cannot be read, that are printed or copied, or that come late do not count. We confirm an entry to the e-mail address on the card.',
      ],
    },
  ],
})
