import { CONTACT } from '../contact.ts'
import { Clause, LegalDocument, Points } from './clause.tsx'
import { FACTS } from './facts.ts'

/** What is known about a person, why, and what they can do about it. */
export function Privacy() {
  return (
    <LegalDocument id="privacy" title="Privacy Policy">
      <Clause title="What we keep, and why">
        <Points>
          <li>
            <strong>Your account</strong>: name, e-mail address, phone number and birth date, to know you, to reach you
            and to check your age.
          </li>
          <li>
            <strong>Your shipping address</strong>, to send orders and prizes.
          </li>
          <li>
            <strong>Orders, credits and entries</strong>, because the law and a fair draw require a record of them.
          </li>
          <li>
            <strong>Security records</strong>: sign-ins and the network addresses they came from, for a limited time.
          </li>
        </Points>
        <p>Your cart and your choice of theme stay in your own browser.</p>
      </Clause>
      <Clause title="Whom we share it with">
        <p>
          Only those who do part of the work for us, and only what they need for it: the payment provider, the carrier,
          and the services that deliver e-mail and text messages. We do not sell personal data, and we do not let
          advertisers follow you here.
        </p>
        <p>
          Results of giveaways are public. They name a winner in shortened form only, for example by first name and
          initial, never by e-mail or street address. Slots show that they are taken, not by whom.
        </p>
      </Clause>
      <Clause title="Text messages (SMS)">
        <p>
          If you agree to text messages, we send <strong>up to {FACTS.smsPerMonth} messages a month</strong>. Message
          and data rates may apply. Reply <strong>STOP</strong> to unsubscribe at any time, or HELP for help.{' '}
          <strong>Consent is not a condition of purchase or registration.</strong> We do not pass on phone numbers or
          consent to others for their marketing.
        </p>
      </Clause>
      <Clause title="Push notifications and e-mail">
        <p>
          Push notifications come only if you allow them, and stop when you take that back in your browser or your
          profile. E-mails about your account, your orders and your prizes are part of the service.
        </p>
      </Clause>
      <Clause title="Cookies">
        <p>
          One cookie keeps you signed in. It cannot be read by scripts and goes only to this store. There are no
          advertising or tracking cookies.
        </p>
      </Clause>
      <Clause title="Your rights">
        <p>
          You may see, correct, take with you and delete what we keep about you. Write to{' '}
          <a className="text-signal underline underline-offset-3" href={`mailto:${CONTACT.privacyEmail}`}>
            {CONTACT.privacyEmail}
          </a>
          . When an account is deleted, records of payments and of draws stay as long as the law requires, without more
          personal data than they need. This store is not meant for anybody under {FACTS.minimumAge}, and we delete what
          we learn of them.
        </p>
      </Clause>
    </LegalDocument>
  )
}
