import type { Proposal } from '../contract.ts'

/** What a proposal would write. */
export const ProposalFacts = ({ facts }: Pick<Proposal, 'facts'>) =>
  facts.length > 0 && (
    <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-4 gap-y-1 text-sm">
      {facts.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
