import { TextLink } from '#ui/text-link.tsx'
import { CONTACT } from '../contact.ts'
import { Clause, LegalDocument, Points } from './clause.tsx'
import { FACTS } from './facts.ts'

/** The official rules of every giveaway. */
export function SweepstakesRules() {
  return (
    <LegalDocument id="sweepstakes" title="Sweepstakes Rules">
      <Clause title="1. Sponsor and eligibility">
        <p>
          <strong>
            No purchase is necessary to enter or win. A purchase does not improve the odds of an entry. Void where
            prohibited.
          </strong>
        </p>
        <p>
          The sponsor of every giveaway is {CONTACT.company}. Giveaways are open to legal residents of the United States
          who are {FACTS.minimumAge} or older on the day they enter and have a complete shipping address on file. Staff
          may place entries to try the system; those are marked as such to everyone and are{' '}
          <strong>left out of the list that is drawn from</strong>.
        </p>
      </Clause>
      <Clause title="2. How to enter">
        <Points>
          <li>
            <strong>With credits.</strong> A credit of the giveaway’s tier takes one numbered slot of your choice, while
            slots are free and the giveaway is open. You may move an entry to another free slot until the close.
          </li>
          <li>
            <strong>Free, by mail.</strong> See <TextLink to="#no-purchase-necessary">No Purchase Necessary</TextLink>.
          </li>
        </Points>
        <p>
          The giveaway’s page states its prize and approximate value, the number of slots, the limit per person, and
          when it opens and closes. <strong>Closing times are in Mountain time.</strong> A giveaway without a closing
          time stays open until its last slot is taken. Premium members may enter {FACTS.earlyAccessHours} hours earlier
          than others, and some giveaways are for members only; a mail-in entry is possible in all of them.
        </p>
      </Clause>
      <Clause title="3. Odds">
        <p>
          Every entry has the same chance, whether it came by credit or by mail. The odds depend on the number of
          eligible entries: with 80 entries on the list, each has one chance in 80.
        </p>
      </Clause>
      <Clause title="4. The draw, and how to check it">
        <Points>
          <li>
            Mail-in entries count if they are received <strong>within {FACTS.mailInDays} days of the close</strong>. As
            that window ends the entry list is frozen and the winner is drawn, automatically:{' '}
            <strong>within {FACTS.mailInDays} days of the close</strong>.
          </li>
          <li>
            The draw is decided by two things that nobody can change any more: the frozen list, and a secret random seed
            whose <strong>SHA-256 fingerprint is published when the giveaway is made</strong>. Numbers that would favor
            some entries over others are thrown away, so that every entry has exactly the same chance.
          </li>
          <li>
            A draw happens once. Its public result holds the winning number, the seed, and the list with a pseudonym for
            each person. Whoever wants can compute the draw again, in a browser, and must come to the same number.
          </li>
          <li>
            Should we have to draw earlier, the giveaway closes at once, and its result says that it was drawn early, by
            whom (role) and why.
          </li>
        </Points>
      </Clause>
      <Clause title="5. The winner">
        <p>
          The winner is notified by e-mail <strong>within {FACTS.notifiedWithinHours} hours</strong> of the draw, at the
          address on file, and must <strong>respond within {FACTS.respondWithinDays} days</strong>. We may ask for proof
          of identity, age and residence. A winner who does not respond, is not eligible or declines gives up the prize;
          what happens with it then is told with the result.
        </p>
        <p>
          Prizes are sent at our cost within the United States. They cannot be exchanged for cash or passed on. If a
          prize cannot be had, it is replaced by one of equal or greater value. A prize whose transfer is regulated is
          handed over only as federal, state and local law allow. Taxes on a prize are the winner’s.
        </p>
      </Clause>
      <Clause title="6. If something goes wrong">
        <p>
          If fraud or a technical failure harms a giveaway’s fairness, we may pause or cancel it. Credits spent on a
          cancelled giveaway go back to those who spent them. A list of winners is on the{' '}
          <TextLink to="/giveaways?tab=past">results page</TextLink>, or can be had by mail from the address below.
        </p>
      </Clause>
    </LegalDocument>
  )
}
