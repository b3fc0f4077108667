import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import type { LegalDocuments } from '#features/legal/contract.ts'
import { Clause } from '#features/legal/web/clause.tsx'
import { apiFetchOf, transport } from '#kernel/client/browser.ts'
import { useSettings } from '#kernel/client/site.ts'
import { postalLinesOf } from '#kernel/settings.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { pageMeta } from '#ui/layout/page-meta.ts'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { Scene } from '#ui/pictures/scene.tsx'
import { formatShopDay } from '#ui/time/format-day.ts'
import { loadLegal } from './load-legal.ts'

export const loader = ({ context }: LoaderFunctionArgs) => loadLegal(apiFetchOf(context))
export const clientLoader = (_: ClientLoaderFunctionArgs) => loadLegal(transport)

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    {
      title: 'Legal',
      description: 'Terms & Conditions, Privacy Policy, Sweepstakes Rules, free mail-in entry and Age Verification.',
      path: '/legal',
    },
    matches,
  )

type Document = LegalDocuments['documents'][number]

/** `/legal`: the five documents on one page, each with its own anchor. */
export default function LegalPage() {
  const documents = useLoaderData<typeof loader>()
  const contents = [...documents.map(({ kind, title }) => ({ id: kind, title })), { id: 'contact', title: 'Contact' }]
  return (
    <div className="page-width">
      <PageTitle eyebrow="Legal" lead="In plain English. What counts is what is written here.">
        The rules of the house
      </PageTitle>
      <div className="gap-16 lg:grid lg:grid-cols-[15rem_1fr]">
        <nav aria-label="On this page" className="mb-10 self-start lg:sticky lg:top-24 lg:mb-0">
          <ol className="border-line border-l">
            {contents.map(({ id, title }) => (
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
        </nav>
        <div className="min-w-0">
          {documents.map(document => (
            <LegalSection key={document.kind} document={document} />
          ))}
          <Contact />
        </div>
      </div>
    </div>
  )
}

function LegalSection({ document: { kind, title, clauses, versions } }: { document: Document }) {
  return (
    <section aria-labelledby={kind} className="border-line border-t pt-8 pb-14">
      <h2 id={kind} className="text-3xl">
        {title}
      </h2>
      <Versions kind={kind} versions={versions} />
      {kind === 'no-purchase-necessary' && (
        <Scene
          name="free-entry-card"
          sizes="(width < 40rem) 100vw, 16rem"
          className="mb-6 block aspect-square overflow-hidden rounded-md border border-line bg-plate max-sm:aspect-3/2 sm:float-right sm:ml-6 sm:w-64"
        />
      )}
      <div className="flex flex-col gap-8">
        {clauses.map(clause => (
          <Clause key={clause.title} clause={clause} />
        ))}
      </div>
    </section>
  )
}

function Versions({ kind, versions: [current, ...earlier] }: Pick<Document, 'kind' | 'versions'>) {
  if (!current) return null
  return (
    <p className="mt-2 mb-6 text-muted text-sm">
      In force since {formatShopDay(current.publishedAt)}, version {current.version}.
      {earlier.length > 0 && ' Earlier: '}
      {earlier.map(({ version, publishedAt }, position) => (
        <span key={version}>
          {position > 0 && ', '}
          <TextLink to={`/legal/${kind}/${version}`}>
            version {version} of {formatShopDay(publishedAt)}
          </TextLink>
        </span>
      ))}
    </p>
  )
}

function Contact() {
  const settings = useSettings()
  const { supportEmail, contact } = settings
  return (
    <section aria-labelledby="contact" className="border-line border-t pt-8 pb-20">
      <h2 id="contact" className="mb-6 text-3xl">
        Contact
      </h2>
      <address className="grid gap-6 not-italic sm:grid-cols-2">
        <p>
          {postalLinesOf(settings).map(line => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </p>
        <p>
          <a href={`mailto:${supportEmail}`} className="block text-signal underline underline-offset-3">
            {supportEmail}
          </a>
          <span className="block text-muted">{contact.hours}</span>
        </p>
      </address>
    </section>
  )
}
