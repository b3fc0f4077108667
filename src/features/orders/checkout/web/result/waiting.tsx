import { useEffect, useState } from 'react'
import { useSettings } from '#kernel/client/site.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { PATIENCE_MS } from '../age/use-verification.ts'
import { Result, Ways } from './result-screen.tsx'

type Props = { reference?: string | undefined; busy?: boolean; onRetry?: () => void }

/** Shown until the payment is decided. After a while it explains possible causes and whom to contact. */
export function Waiting({ reference, busy, onRetry }: Props) {
  const { supportEmail } = useSettings()
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Result title="Checking your payment">
      {isLong ? (
        <p role="alert">Warning: Credits may not have been awarded. Please contact support if needed.</p>
      ) : (
        <p role="status" className="inline-flex items-center gap-3">
          <Spinner /> One moment, please...
        </p>
      )}
      {reference && (
        <p className="mt-4 text-muted">
          Your reference is {reference}. You may leave this page: we send the receipt as soon as the payment is
          confirmed.
        </p>
      )}
      {isLong && onRetry && (
        <Ways>
          <Button size="lg" busy={busy} busyText="Checking..." onClick={onRetry}>
            Check again
          </Button>
          <a href={`mailto:${supportEmail}`} className="self-center text-signal underline underline-offset-4">
            {supportEmail}
          </a>
        </Ways>
      )}
    </Result>
  )
}
