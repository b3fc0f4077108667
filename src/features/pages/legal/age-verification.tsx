import { Clause, LegalDocument, Points } from './clause.tsx'
import { FACTS } from './facts.ts'

/** The minimum age, and how it is checked. */
export function AgeVerification() {
  return (
    <LegalDocument id="age-verification" title="Age Verification">
      <Clause title={`You must be ${FACTS.minimumAge} or older`}>
        <p>
          Redoubt is for adults. The same minimum age holds for accounts, for purchases and for giveaways, firearm
          giveaways among them.
        </p>
        <Points>
          <li>At registration you tell your birth date. Accounts of people under {FACTS.minimumAge} are refused.</li>
          <li>The birth date on file is checked again at every checkout and at every entry.</li>
          <li>A click on “I am {FACTS.minimumAge} or older” is a reminder. It is never the proof.</li>
          <li>
            Before a prize is sent, the winner proves age and identity with a government-issued document. Someone who
            entered under a false birth date is not eligible.
          </li>
        </Points>
      </Clause>
    </LegalDocument>
  )
}
