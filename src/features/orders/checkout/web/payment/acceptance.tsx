import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { BOUGHT_KINDS, BOUGHT_UNDER, type BoughtUnder } from '#features/legal/rules.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { legalVersions, type ShownVersions } from '../../../order/web/orders-client.ts'

const noVersions: ShownVersions = { terms: null, privacy: null }

/** The versions of the legal texts that this page names. They stay while the page is open, until a refusal tells of newer ones. */
export function useAcceptance() {
  const [renewed, setRenewed] = useState<ShownVersions>()
  const { data } = useQuery({
    queryKey: ['legal', 'versions'],
    queryFn: () => call(legalVersions.$get()),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const opened = data?.versions ?? noVersions
  const now = renewed ?? opened
  return {
    versions: now,
    /** Texts that were published again after the page was opened. */
    changed: renewed ? BOUGHT_KINDS.filter(kind => renewed[kind] !== opened[kind]) : [],
    /** Takes the versions of a refusal, which the next press accepts. */
    takeIn(error: unknown) {
      if (error instanceof ApiError && error.code === 'texts_changed')
        setRenewed(error.details.versions as ShownVersions)
    },
  }
}

/** The part of the request that names what is accepted; empty until the versions are known. */
export function acceptsInRequest(versions: ShownVersions): { accepts?: Partial<Record<BoughtUnder, number>> } {
  const known = BOUGHT_KINDS.flatMap(kind => (versions[kind] === null ? [] : [[kind, versions[kind]] as const]))
  return known.length === 0 ? {} : { accepts: Object.fromEntries(known) }
}

/** The line that says what a payment accepts. A text of which a newer version came is named with it. */
export const Acceptance = ({ versions, changed }: Pick<ReturnType<typeof useAcceptance>, 'versions' | 'changed'>) => (
  <p className="text-muted text-sm">
    By paying you accept our{' '}
    {BOUGHT_KINDS.map((kind, at) => (
      <Fragment key={kind}>
        {at > 0 && ' and '}
        <TextLink to={`/legal#${kind}`} target="_blank">
          {BOUGHT_UNDER[kind]}
        </TextLink>
        {changed.includes(kind) && <strong className="text-ink"> (new: version {versions[kind]})</strong>}
      </Fragment>
    ))}
    .
  </p>
)
