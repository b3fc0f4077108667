import { Icon } from '#ui/pictures/icon.tsx'

type TrackingLinkProps = {
  carrier: string
  trackingNumber?: string | null | undefined
  url?: string | null | undefined
}

/** Carrier and tracking number, with a link to the carrier's page where known. */
export function TrackingLink({ carrier, trackingNumber, url }: TrackingLinkProps) {
  const number = trackingNumber && (
    <span className="figure font-semibold tracking-wide wrap-anywhere">{trackingNumber}</span>
  )
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      <span>{carrier}</span>
      {url && number ? (
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-baseline gap-1.5 rounded-sm text-signal underline decoration-1 underline-offset-3 hover:decoration-2"
        >
          {number}
          <Icon name="external" size={16} className="self-center print:hidden" />
          <span className="sr-only">, track the parcel at {carrier} in a new tab</span>
        </a>
      ) : (
        number
      )}
    </span>
  )
}
