import type { ReactNode } from 'react'
import { Button } from '#ui/buttons/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'

type CodeButtonsProps = {
  /** "Verify Code", and what the button reads while the code is checked. */
  submit: readonly [string, string]
  busy: boolean
  /** Sends another code. Omitted for an authenticator app, which has its own. */
  resend?: { busy: boolean; onClick: () => void } | undefined
  /** Further buttons. */
  children?: ReactNode
}

/** The buttons beneath the field of a code: submit it, or get another. */
export const EmailCodeButtons = ({ submit: [text, busyText], busy, resend, children }: CodeButtonsProps) => (
  <div className="flex flex-wrap gap-3">
    <Button type="submit" size="lg" className="max-sm:w-full" busy={busy} busyText={busyText}>
      {text}
    </Button>
    {resend && (
      <Button
        variant="secondary"
        size="lg"
        className="max-sm:w-full"
        busy={resend.busy}
        busyText="Sending..."
        onClick={resend.onClick}
      >
        Resend Code
      </Button>
    )}
    {children}
  </div>
)

/** Says that another code is on its way. */
export const EmailCodeSent = ({ children }: { children: string | undefined }) =>
  children && (
    <Notice kind="success" live>
      {children}
    </Notice>
  )
