import { LocalMoment } from '#features/giveaways/giveaway/web/local-moment.tsx'
import type { DrawProof } from '../contract.ts'

type TimeStampProps = { giveawayId: string; frozen: NonNullable<DrawProof['frozen']> }

const LINK = 'inline-flex min-h-11 items-center underline underline-offset-4'

/** The time stamp of the frozen list and how to check it. Nothing for a list without one. */
export function TimeStamp({ giveawayId, frozen: { timestamp, manifestHash } }: TimeStampProps) {
  if (!timestamp) return null
  return (
    <div>
      <h3 className="mb-1 text-xl">Time stamp</h3>
      <p className="max-w-prose text-muted">
        {timestamp.authority}, an authority for time stamps (RFC 3161), signed that the manifest existed{' '}
        <LocalMoment at={timestamp.at} />, before the round. Check it with OpenSSL and the authority’s root certificate:
      </p>
      <code className="block max-w-prose font-mono text-sm break-all">
        openssl ts -verify -digest {manifestHash} -in timestamp.tsr -CAfile root.pem
      </code>
      <a className={LINK} href={`/api/giveaways/${giveawayId}/timestamp.tsr`} download="timestamp.tsr">
        timestamp.tsr
      </a>
    </div>
  )
}
