import type { LegalText } from '#features/legal/contract.ts'
import type { Facts } from './facts.ts'

/** The terms between the shop and a shopper. */
export const termsOf = (facts: Facts): LegalText => ({
  kind: 'terms',
  title: 'Terms & Conditions',
  clauses: [
    {
      title: 'Who we are, and who may shop',
      blocks: [
        `This store is run by ${facts.company} (“Redoubt”, “we”). By creating an account or placing an order you accept these terms. You must be **${facts.minimumAge} or older** and live in the United States. One person has one account, and you keep its password to yourself.`,
      ],
    },
    {
      title: 'Prices and payment',
      blocks: [
        `Prices are in US dollars. Before you pay you see every part of the total: the goods, any discount, a merchant platform fee of ${facts.feePercent}% of the discounted goods rounded up to the next whole dollar, shipping, and sales tax. If a price changed while the item was in your cart, you are shown the new total first and decide anew. Cards are handled by our payment provider; we never see or keep your card number.`,
      ],
    },
    {
      title: 'Delivery, returns and refunds',
      blocks: [
        `We ship within the United States. You may return unused goods within ${facts.returnDays} days of delivery for a refund of what you paid for them. Write to us first, so that your parcel can be matched with your order. Damaged or wrong goods are replaced or refunded at our cost.`,
        'A refund takes back the credits that the refunded goods earned. If some of those credits are spent already, we may take back what is left of them, remove entries in a giveaway that is still open, or let them be. Your balance never falls below zero, and what we did is a line of your credit statement.',
        'If your bank disputes a payment, the order is held and cannot be refunded until the bank decides. Credits that the order earned are frozen until then, and clause 7 of the [sweepstakes rules](/legal#sweepstakes) says what happens to entries. We give the bank what proves the purchase: the order, its delivery, what you agreed to, and how its credits were used.',
      ],
    },
    {
      title: 'Credits',
      blocks: [
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
    {
      title: 'Premium membership',
      blocks: [
        `Premium costs $${facts.monthlyPrice} a month, or $${facts.yearlyPrice} billed once a year, and renews until you cancel. You can cancel at any time; no further payment is then taken. Members see giveaways ${facts.earlyAccessHours} hours before they open to everyone. Membership does not change the odds of an entry.`,
      ],
    },
    {
      title: 'Fair use',
      blocks: [
        'Do not use programs to buy or to enter, do not hold several accounts, and do not interfere with the store or with other people’s entries. We may close accounts that do, cancel entries made that way, and refund goods not yet sent.',
      ],
    },
    {
      title: 'Liability and law',
      blocks: [
        'We stand behind what we sell as the law requires. Beyond that, and as far as the law allows, we are not liable for indirect losses. Nothing here takes away rights you have as a consumer. The law of the State of Utah applies.',
        'We may change these terms for the future. Each version stays readable below its text, and your dashboard tells you of a new one; an order or an entry keeps the terms under which it was made. See also the [Sweepstakes Rules](/legal#sweepstakes), which are part of these terms.',
      ],
    },
  ],
})
