import { Notice } from '#ui/feedback/notice.tsx'

/** The reason why figures or chart did not load, and a retry. The title and the button have fixed wording. */
export const RevenueFailed = ({ reason, onRetry }: { reason: string; onRetry: () => void }) => (
  <div role="alert">
    <Notice kind="danger" title="Failed to load revenue data">
      {reason}{' '}
      <button type="button" className="text-signal underline underline-offset-4" onClick={onRetry}>
        Try again
      </button>
    </Notice>
  </div>
)
