import { TextLink } from '#ui/text-link.tsx'
import { CONTACT } from '../contact.ts'
import { Clause, LegalDocument, Points } from './clause.tsx'
import { FACTS } from './facts.ts'

/** What holds between the shop and a shopper. */
export function Terms() {
  return (
    <LegalDocument id="terms" title="Terms & Conditions">
      <Clause title="Who we are, and who may shop">
        <p>
          This store is run by {CONTACT.company} (“Redoubt”, “we”). By creating an account or placing an order you
          accept these terms. You must be <strong>{FACTS.minimumAge} or older</strong> and live in the United States.
          One person has one account, and you keep its password to yourself.
        </p>
      </Clause>
      <Clause title="Prices and payment">
        <p>
          Prices are in US dollars. Before you pay you see every part of the total: the goods, any discount, a merchant
          platform fee of {FACTS.feePercent}% of the discounted goods rounded up to the next whole dollar, shipping, and
          sales tax. If a price changed while the item was in your cart, you are shown the new total first and decide
          anew. Cards are handled by our payment provider; we never see or keep your card number.
        </p>
      </Clause>
      <Clause title="Delivery, returns and refunds">
        <p>
          We ship within the United States. You may return unused goods within {FACTS.returnDays} days of delivery for a
          refund of what you paid for them. Write to us first, so that your parcel can be matched with your order.
          Damaged or wrong goods are replaced or refunded at our cost.
        </p>
        <p>
          A refund takes back the credits that the refunded goods earned. If some of those credits are spent already, we
          may take back what is left of them, remove entries in a giveaway that is still open, or let them be. Your
          balance never falls below zero, and what we did is a line of your credit statement.
        </p>
      </Clause>
      <Clause title="Credits">
        <Points>
          <li>Goods earn credits of their tier (Bronze, Silver, Gold or Platinum) once the payment is complete.</li>
          <li>One credit takes one slot in a giveaway of the same tier.</li>
          <li>Credits are not money: they cannot be bought alone, sold, given away or paid out.</li>
          <li>Every credit you earn, spend or lose is a line of the statement in your dashboard, with its reason.</li>
        </Points>
      </Clause>
      <Clause title="Premium membership">
        <p>
          Premium costs ${FACTS.monthlyPrice} a month, or ${FACTS.yearlyPrice} billed once a year, and renews until you
          cancel. You can cancel at any time; no further payment is then taken. Members see giveaways{' '}
          {FACTS.earlyAccessHours} hours before they open to everyone. Membership does not change the odds of an entry.
        </p>
      </Clause>
      <Clause title="Fair use">
        <p>
          Do not use programs to buy or to enter, do not hold several accounts, and do not interfere with the store or
          with other people’s entries. We may close accounts that do, cancel entries made that way, and refund goods not
          yet sent.
        </p>
      </Clause>
      <Clause title="Liability and law">
        <p>
          We stand behind what we sell as the law requires. Beyond that, and as far as the law allows, we are not liable
          for indirect losses. Nothing here takes away rights you have as a consumer. The law of the State of Utah
          applies.
        </p>
        <p>
          We may change these terms for the future. The date at the top of this page tells the version in force; an
          order or an entry keeps the terms under which it was made. See also the{' '}
          <TextLink to="#sweepstakes">Sweepstakes Rules</TextLink>, which are part of these terms.
        </p>
      </Clause>
    </LegalDocument>
  )
}
