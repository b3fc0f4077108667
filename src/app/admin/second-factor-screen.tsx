import { Button } from '#ui/buttons/button.tsx'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { PageTitle } from '#ui/layout/page-title.tsx'

/** Staff must sign in with a second factor; a user without one is sent to the setup. */
export function SecondFactorScreen({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="page-width pb-20">
      <PageTitle>One more step</PageTitle>
      <EmptyState
        icon="shield"
        title="Staff sign in with a second factor"
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <ButtonLink to="/dashboard?tab=profile#security">Set one up</ButtonLink>
            <Button variant="secondary" onClick={onRetry}>
              I have one now
            </Button>
          </div>
        }
      >
        An authenticator app, a passkey, or codes by text message or email. Once it is on, come back here.
      </EmptyState>
    </div>
  )
}
