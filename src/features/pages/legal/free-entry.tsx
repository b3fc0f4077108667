import { CONTACT } from '../contact.ts'
import { Clause, LegalDocument, Points } from './clause.tsx'
import { FACTS } from './facts.ts'

/** How to enter without buying anything. */
export function FreeEntry() {
  return (
    <LegalDocument id="no-purchase-necessary" title="No Purchase Necessary">
      <Clause title="Enter free by mail">
        <p>
          You can enter any giveaway without buying anything. A mail-in entry has the same chance as an entry made with
          a credit, and it is free but for the stamp.
        </p>
        <Points ordered>
          <li>
            Write by hand on a card of 3 by 5 inches: the title of the giveaway, your full name, street address, e-mail
            address, phone number and birth date.
          </li>
          <li>Put one card in one envelope with postage. Each envelope is one entry.</li>
          <li>
            Send it to the address below so that it is received{' '}
            <strong>within {FACTS.mailInDays} days of the close</strong> of the giveaway. A postmark is not enough.
          </li>
        </Points>
        <address className="border-signal border-l-2 py-1 pl-4 text-ink not-italic">
          {CONTACT.mailIn.map(line => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </address>
      </Clause>
      <Clause title="What happens with it">
        <p>
          Mail-in entries get the numbers after the last slot that credits can take, so{' '}
          <strong>there is always room</strong>, even when every slot is gone. You may send as many envelopes for one
          giveaway as its limit per person. Cards that cannot be read, that are printed or copied, or that come late do
          not count. We confirm an entry to the e-mail address on the card.
        </p>
      </Clause>
    </LegalDocument>
  )
}
