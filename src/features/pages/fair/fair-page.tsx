import type { ReactNode } from 'react'
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import type { FairnessApi } from '#features/draws/fairness/api.server.ts'
import type { Fairness } from '#features/draws/fairness/contract.ts'
import { VerifierFiles } from '#features/draws/fairness/verifier-files.tsx'
import { apiFetchOf, clientOf, transport } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import type { Fetch } from '#kernel/client/calls/transport.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { counted } from '#kernel/values/words/counted.ts'
import { durationInWords } from '#kernel/values/words/duration-in-words.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { pageMeta } from '#ui/layout/page-meta.ts'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { gapInWords } from './gap-in-words.ts'

export const loader = ({ context }: LoaderFunctionArgs) => loadFairness(apiFetchOf(context))
export const clientLoader = (_: ClientLoaderFunctionArgs) => loadFairness(transport)

const loadFairness = (fetch: Fetch) => call(clientOf<FairnessApi>(fetch).fairness.$get())

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    {
      title: 'Fair draws',
      description: 'What a draw of ours proves, what it does not prove, and how to check it with your own computer.',
      path: '/fair',
    },
    matches,
  )

/** `/fair`: for entrants, in plain words. */
export default function FairPage() {
  const fairness = useLoaderData<typeof loader>()
  return (
    <div className="page-width pb-20">
      <PageTitle
        eyebrow="Fair draws"
        lead="You do not have to believe us. This page says what our draws prove, what they do not prove, and how you check one."
      >
        Check us
      </PageTitle>
      <div className="flex max-w-4xl flex-col gap-14">
        <InShort fairness={fairness} />
        <Proven fairness={fairness} />
        <NotProven fairness={fairness} />
        <HowToCheck fairness={fairness} />
        <YourReceipt />
      </div>
    </div>
  )
}

type Props = { fairness: Fairness }

function InShort({ fairness }: Props) {
  const { mailDays, registerHours } = fairness
  return (
    <Section id="in-short" title="A draw in five steps">
      <ol className="grid list-decimal gap-3 pl-5 marker:font-semibold marker:text-signal">
        <li>
          <strong>A secret is sealed.</strong> When a giveaway is published, we make a secret number and publish its
          fingerprint. The fingerprint fits this one secret only: it is the SHA-256 of “redoubt/seed/2”, the giveaway’s
          id, a line feed after each, and the 32 bytes of the secret.
        </li>
        <li>
          <strong>You enter and get a receipt.</strong> Your number goes into a public log that can grow but never
          change. The receipt is signed by us, so we cannot deny your entry later.
        </li>
        <li>
          <strong>The list is sealed.</strong> Mail counts for {counted(mailDays, 'day')} after the close, the last day
          counts whole, and {registerHours} more hours serve to register that day’s cards. Then the list and the secret
          are published together. From here on nothing can be chosen.
        </li>
        <li>
          <strong>A public round comes.</strong> {gapInWords(fairness)} a random number appears that no one could know
          before.
        </li>
        <li>
          <strong>Anyone computes the winner.</strong> List, secret and round give one order of all entries. The first
          in this order wins; the next ones are the alternates.
        </li>
      </ol>
    </Section>
  )
}

function Proven({ fairness: { marginSeconds, quorum, witnesses, isPublicBeacon, beacon } }: Props) {
  return (
    <Section id="proven" title="What is proven">
      <dl className="grid gap-5">
        <Point name="The list was complete before the result was known">
          {quorum === null ? 'Witnesses' : `${quorum} of ${witnesses.length} witnesses`} sign the sealed list at least{' '}
          {durationInWords(marginSeconds)} before the round. A list that they sign too late does not count: the draw
          moves to a later round, with the list as it was sealed.
        </Point>
        <Point name="We could not choose the random number">
          {isPublicBeacon ? (
            <>
              It comes from{' '}
              <a className="text-signal underline underline-offset-3" href="https://www.drand.love/">
                drand
              </a>
              , a public network run by many organizations. Each round is signed with a key that none of them has alone,
              and every computer can check the signature. The chain is <Hash>{beacon.chain}</Hash>
            </>
          ) : (
            <>
              In this demo it comes from a test chain of our own, so that a draw takes seconds. A real shop cannot use
              it: it needs the public network drand.
            </>
          )}
        </Point>
        <Point name="Each entry had the same chance">
          The order follows by fixed arithmetic without a preference for any number. An entry by mail and an entry with
          a credit are lines of the same list. Entries of staff are marked for everyone and left out.
        </Point>
        <Point name="Your entry was in it">
          Your receipt leads to your line in the log, and your line leads to the sealed list. You check both without us.
        </Point>
        <Point name="Everyone saw one list">
          A witness never signs two histories of our log. Two lists for two people would need two histories.
        </Point>
        <Point name="Alternates come in their order">
          The order of all places is fixed by the draw. When a prize is passed on, the log gets a line with the place,
          the kind of reason, and the fingerprint of our notice to the winner.
        </Point>
      </dl>
    </Section>
  )
}

function NotProven({ fairness: { witnesses, twoPersonsFrom } }: Props) {
  return (
    <Section id="not-proven" title="What is not proven">
      <dl className="grid gap-5">
        <Point name="That each sender of a card exists">
          We could write cards in invented names, one by one. Each would be a line of the list with its day, and the
          giveaway’s page counts the cards of each day. From a prize of {formatMoney(toCents(twoPersonsFrom), 'short')}{' '}
          on, two members of staff register a card. The highest value since the giveaway was published counts. An
          auditor can compare a sample with the scans. Arithmetic cannot.
        </Point>
        <Point name="That each card was registered">
          We could throw a card away. Then you have no receipt for it. Send it by certified mail: the date on your slip
          against the public count of that day is evidence that we cannot remove.
        </Point>
        <Point name="That witnesses are independent of us">
          <Witnesses witnesses={witnesses} />
        </Point>
        <Point name="That the prize arrives">
          The log says whose turn it is. The delivery is between us and the winner.
        </Point>
      </dl>
    </Section>
  )
}

/** Whose the witnesses are, as the server has it. */
function Witnesses({ witnesses }: Pick<Fairness, 'witnesses'>) {
  const ours = witnesses.filter(({ isOurs }) => isOurs).length
  if (witnesses.length === 0)
    return <Notice kind="warning">This shop has no witnesses yet, so it cannot publish a giveaway.</Notice>
  return (
    <div className="flex flex-col gap-3">
      {ours === witnesses.length ? (
        <Notice kind="warning" title="All witnesses are ours">
          They prove nothing against us. What still protects you: the e-mail with the sealed list, which your provider
          dates, and any copy of the list that someone kept.
        </Notice>
      ) : (
        <p>
          Witnesses that belong to us prove nothing against us. {ours} of {witnesses.length} do.
        </p>
      )}
      <ul className="grid gap-px overflow-hidden rounded-md border border-line bg-line">
        {witnesses.map(({ name, owner, isOurs }) => (
          <li key={name} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 bg-ground px-4 py-3">
            <span className="min-w-0">
              <span className="block text-ink">{owner}</span>
              <span className="figure wrap-anywhere text-sm">{name}</span>
            </span>
            {isOurs ? <Badge tone="warning">Ours</Badge> : <Badge tone="success">Not ours</Badge>}
          </li>
        ))}
      </ul>
    </div>
  )
}

function HowToCheck({ fairness: { verifiers } }: Props) {
  return (
    <Section id="how-to-check" title="How to check a draw">
      <ol className="grid list-decimal gap-3 pl-5 marker:font-semibold marker:text-signal">
        <li>
          <strong>Here.</strong> Open the giveaway under <TextLink to="/giveaways?tab=past">Past results</TextLink> and
          press “Check here”. Your browser repeats each step. This is quick, but the page comes from us.
        </li>
        <li>
          <strong>Download everything.</strong> One file, <span className="figure">draw.json</span>, holds the whole
          evidence. Keep it: it stays valid for years, also without this shop.
        </li>
        <li>
          <strong>Check without us.</strong> Take one of the verifiers below, the file and your receipt. They need no
          network, and each says in a sentence which step fails.
        </li>
      </ol>
      <div className="mt-6">
        <VerifierFiles verifiers={verifiers} />
      </div>
      <p className="mt-4 text-muted">
        A verifier that comes from us could lie too. Compare its SHA-256 with a copy from somewhere else, or let a
        person you trust read it: each is one file.
      </p>
    </Section>
  )
}

function YourReceipt() {
  return (
    <Section id="receipt" title="Your receipt">
      <ul className="grid list-[square] gap-3 pl-5 marker:text-signal">
        <li>
          <strong>Keep it.</strong> Your browser keeps it, and the e-mail about your entry has it too. “Save my receipt”
          makes a file. The receipt names no one; with the secret beside it you prove that the entry is yours.
        </li>
        <li>
          <strong>Use it.</strong> “Prove that I am in” on the giveaway’s page shows the way from your line to the
          sealed list. The verifiers take the receipt as well.
        </li>
        <li>
          <strong>If your line is missing</strong> after the deadline on the receipt, the receipt is proof against us:
          we signed that the line would be there. Write to us, and show it to anyone.
        </li>
        <li>
          <strong>If you win,</strong> the receipt proves that the winning number is yours, even if our database says
          otherwise.
        </li>
      </ul>
    </Section>
  )
}

type SectionProps = { id: string; title: string; children: ReactNode }

const Section = ({ id, title, children }: SectionProps) => (
  <section aria-labelledby={id}>
    <SectionHeading id={id}>{title}</SectionHeading>
    {children}
  </section>
)

const Point = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="font-semibold text-lg">{name}</dt>
    <dd className="mt-1 text-muted">{children}</dd>
  </div>
)

const Hash = ({ children }: { children: string }) => <code className="break-all font-mono text-sm">{children}</code>
