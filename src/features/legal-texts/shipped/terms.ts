import { computed, paragraph, type ShippedTemplate } from '../template.ts'

/** The terms between the shop and a shopper. */
export const TERMS: ShippedTemplate = {
  kind: 'terms',
  title: 'Terms & Conditions',

  clauses: [
    {
      name: 'who-may-shop',
      title: 'Who we are, and who may shop',
      kept: 'It says who runs the store and from which age one may shop.',
      fields: ['company', 'minimumAge'],
      blocks: [
        paragraph(
          'This store is run by {company} (“{shop}”, “we”). By creating an account or placing an order you accept these terms. You must be **{minimumAge} or older** and live in {shipsToEither}. One person has one account, and you keep its password to yourself.',
        ),
      ],
    },
    {
      name: 'prices',
      title: 'Prices and payment',
      blocks: [computed('prices')],
    },
    {
      name: 'returns',
      title: 'Delivery, returns and refunds',
      blocks: [
        paragraph(
          'We ship to {shipsTo}. You may return unused goods within {returnDays} days of delivery for a refund of what you paid for them. Write to us first, so that your parcel can be matched with your order. Damaged or wrong goods are replaced or refunded at our cost.',
        ),
        computed('refunds'),
        computed('disputes'),
      ],
    },
    {
      name: 'credits',
      title: 'Credits',
      blocks: [computed('credits')],
    },
    {
      name: 'membership',
      title: 'Premium membership',
      kept: 'A membership renews by itself, so the terms tell its price and its end.',
      fields: ['monthlyPrice', 'membersSeeFirst'],
      blocks: [
        paragraph(
          'Premium costs {monthlyPrice} a month. Where the store offers a yearly plan, it is billed once a year at the price that its page shows. A plan renews until you cancel, at the price that you subscribed to. You can cancel at any time; no further payment is then taken. {membersSeeFirst} Membership does not change the odds of an entry.',
        ),
      ],
    },
    {
      name: 'fair-use',
      title: 'Fair use',
      blocks: [
        paragraph(
          'Do not use programs to buy or to enter, do not hold several accounts, and do not interfere with the store or with other people’s entries. We may close accounts that do, cancel entries made that way, and refund goods not yet sent.',
        ),
      ],
    },
    {
      name: 'law',
      title: 'Liability and law',
      fields: ['lawState'],
      blocks: [
        paragraph(
          'We stand behind what we sell as the law requires. Beyond that, and as far as the law allows, we are not liable for indirect losses. Nothing here takes away rights you have as a consumer. The law of {lawState} applies.',
        ),
        computed('versions'),
      ],
    },
  ],
  computed: {
    prices: {
      label: 'Parts of a total',
      why: 'The checkout computes every part of the total.',
      blocksOf: facts => [
        `Prices are in US dollars. Before you pay you see every part of the total: the goods, any discount, a merchant platform fee of ${facts.feePercent}% of the discounted goods rounded up to the next whole dollar, shipping, and sales tax. If a price changed while the item was in your cart, you are shown the new total first and decide anew. Cards are handled by our payment provider; we never see or keep your card number.`,
      ],
    },
    refunds: {
      label: 'Credits of refunded goods',
      why: 'A refund takes credits back by this rule.',
      blocksOf: () => [
        'A refund takes back the credits that the refunded goods earned. If some of those credits are spent already, we may take back what is left of them, remove entries in a giveaway that is still open, or let them be. Your balance never falls below zero, and what we did is a line of your credit statement.',
      ],
    },
    disputes: {
      label: 'Orders with a disputed payment',
      why: 'The store treats disputed payments by this rule.',
      blocksOf: facts => [
        `If your bank disputes a payment, the order is held and cannot be refunded until the bank decides. Credits that the order earned are frozen until then, and clause ${facts.disputeClause} of the [sweepstakes rules](/legal#sweepstakes) says what happens to entries. We give the bank what proves the purchase: the order, its delivery, what you agreed to, and how its credits were used.`,
      ],
    },
    credits: {
      label: 'What credits are',
      why: 'The ledger of credits works by these rules.',
      blocksOf: () => [
        {
          points: [
            'Goods earn credits of their tier (Bronze, Silver, Gold or Platinum) once the payment is complete.',
            'One credit takes one slot in a giveaway of the same tier.',
            'Credits are not money: they cannot be bought alone, sold, given away or paid out. They lapse when you delete your account.',
            'Every credit you earn, spend or lose is a line of the statement in your dashboard, with its reason.',
          ],
        },
      ],
    },
    versions: {
      label: 'New versions of the terms',
      why: 'The store keeps each version and tells of new ones.',
      blocksOf: () => [
        'We may change these terms for the future. Each version stays readable below its text, and your dashboard tells you of a new one; an order or an entry keeps the terms under which it was made. See also the [Sweepstakes Rules](/legal#sweepstakes), which are part of these terms.',
      ],
    },
  },
}
