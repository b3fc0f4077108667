import type { MetaFunction } from 'react-router'
import { pageMeta } from '#ui/page-meta.ts'
import { PageTitle } from '#ui/page-title.tsx'
import { CONTACT } from '../contact.ts'
import { AgeVerification } from './age-verification.tsx'
import { LEGAL_VERSION } from './facts.ts'
import { FreeEntry } from './free-entry.tsx'
import { Privacy } from './privacy.tsx'
import { SweepstakesRules } from './sweepstakes-rules.tsx'
import { Terms } from './terms.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    {
      title: 'Legal',
      description: 'Terms & Conditions, Privacy Policy, Sweepstakes Rules, free mail-in entry and Age Verification.',
      path: '/legal',
    },
    matches,
  )

const CONTENTS = [
  { id: 'terms', title: 'Terms & Conditions' },
  { id: 'privacy', title: 'Privacy Policy' },
  { id: 'sweepstakes', title: 'Sweepstakes Rules' },
  { id: 'no-purchase-necessary', title: 'No Purchase Necessary' },
  { id: 'age-verification', title: 'Age Verification' },
  { id: 'contact', title: 'Contact' },
]

/** `/legal`: the five documents on one page, each at its specified anchor. */
export default function LegalPage() {
  return (
    <div className="page-width">
      <PageTitle eyebrow="Legal" lead="In plain English. What counts is what is written here.">
        The rules of the house
      </PageTitle>
      <div className="gap-16 lg:grid lg:grid-cols-[15rem_1fr]">
        <nav aria-label="On this page" className="mb-10 self-start lg:sticky lg:top-24 lg:mb-0">
          <ol className="border-line border-l">
            {CONTENTS.map(({ id, title }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="-ml-px flex min-h-11 items-center border-transparent border-l-2 pl-4 text-muted hover:border-signal hover:text-ink lg:min-h-10"
                >
                  {title}
                </a>
              </li>
            ))}
          </ol>
          <p className="mt-5 pl-4 text-muted text-sm">In force since {LEGAL_VERSION}</p>
        </nav>
        <div className="min-w-0">
          <Terms />
          <Privacy />
          <SweepstakesRules />
          <FreeEntry />
          <AgeVerification />
          <Contact />
        </div>
      </div>
    </div>
  )
}

function Contact() {
  return (
    <section aria-labelledby="contact" className="border-line border-t pt-8 pb-20">
      <h2 id="contact" className="mb-6 text-3xl">
        Contact
      </h2>
      <address className="grid gap-6 not-italic sm:grid-cols-2">
        <p>
          {CONTACT.address.map(line => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </p>
        <p>
          <a href={`mailto:${CONTACT.email}`} className="block text-signal underline underline-offset-3">
            {CONTACT.email}
          </a>
          <span className="block text-muted">{CONTACT.hours}</span>
        </p>
      </address>
    </section>
  )
}
