import { computed, type ShippedTemplate } from '../template.ts'

/** How to enter without buying anything. */
export const FREE_ENTRY: ShippedTemplate = {
  kind: 'no-purchase-necessary',
  title: 'No Purchase Necessary',

  clauses: [
    {
      name: 'free-by-mail',
      title: 'Enter free by mail',
      blocks: [computed('free-by-mail')],
    },
    {
      name: 'free-online',
      title: 'Enter free online',
      blocks: [computed('free-online')],
    },
    {
      name: 'free-entries',
      title: 'What happens with it',
      blocks: [computed('free-entries')],
    },
  ],
  computed: {
    'free-by-mail': {
      label: 'Free entry by mail',
      why: 'Free entries are taken and counted by these rules.',
      blocksOf: facts => [
        'You can enter any giveaway without buying anything. A mail-in entry has the same chance as an entry made with a credit, and it is free but for the stamp. A free entry gives **as many entries as the cheapest purchase** that earns a credit for the giveaway, when it is registered.',
        {
          ordered: true,
          points: [
            'Write by hand on a card of 3 by 5 inches: the title of the giveaway, your full name, street address, e-mail address, phone number and birth date. Or print the card of the giveaway’s page, and fill it in by hand.',
            'Put one card in one envelope with postage. Each envelope is one free entry.',
            `Send it to the address below so that it is received **within ${facts.mailInTime} of the close** of the giveaway. A postmark is not enough.`,
          ],
        },
        { address: [...facts.mailIn] },
      ],
    },
    'free-online': {
      label: 'Free entry online',
      why: 'It stands here while the settings allow free entries online, and follows their rule.',
      blocksOf: facts =>
        facts.freeEntryDays === null
          ? []
          : [
              `While a giveaway is open to everyone, the form on its page makes a free entry without an account and without postage. It asks what a card asks, and gives as many entries as a card. It counts once you confirm it by the link that we send to your e-mail address, **once ${facts.freeEntryDays === 1 ? 'a day' : `in ${facts.freeEntryDays} days`} for each person and giveaway**, up to its limit per person.`,
            ],
    },
    'free-entries': {
      label: 'Numbers, limits and receipts of free entries',
      why: 'Free entries are taken and counted by these rules.',
      blocksOf: () => [
        'Free entries get the numbers after the last slot that credits can take, so **there is always room**, even when every slot is gone. You may send as many envelopes for one giveaway as its limit per person; entries that you already have in it, bought or free, count for that limit. Cards that cannot be read, whose lines are not written by hand, or that come late do not count. Each opened card gets the next number of our register and stays there, also one that does not count; the giveaway’s page shows the counts by day. A card that gives several entries takes a number for each. We confirm an entry with a signed receipt, to the e-mail address on the card or by post.',
      ],
    },
  },
}
