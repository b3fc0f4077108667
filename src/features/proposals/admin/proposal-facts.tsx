import { Fragment } from 'react'
import type { Proposal } from '../contract.ts'

/** What a proposal would write. Neighbours with one label, such as the entries of several giveaways, stand under it once. */
export const ProposalFacts = ({ facts }: Pick<Proposal, 'facts'>) =>
  facts.length > 0 && (
    <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-4 gap-y-1 text-sm">
      {facts.map(({ label, value }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a proposal never change, and two giveaways may have one title
        <Fragment key={at}>
          {label !== facts[at - 1]?.label && <dt className="text-muted">{label}</dt>}
          <dd className="col-start-2 min-w-0 wrap-anywhere">{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
