import { useEffect, useState } from 'react'
import { type MetaFunction, useNavigate } from 'react-router'
import { ReauthenticationPrompt } from '#features/identity/security/reauthentication-prompt.tsx'
import { RequireUser } from '#features/identity/sign-in/web/require-user.tsx'
import { session, useUser } from '#kernel/client/browser.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import { Button } from '#ui/buttons/button.tsx'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { pageMeta } from '#ui/layout/page-meta.ts'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { useAfter } from '#ui/use-after.ts'
import { AdminFrame } from './admin-frame.tsx'

export const handle = { workplace: true }

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({ title: 'Admin', description: 'The admin area.', path: '/admin', noindex: true }, matches)

/** `/admin`, for staff. A guest is sent to the sign-in. A shopper sees that access is denied and is sent home. */
export default function AdminPage() {
  return (
    <RequireUser>
      <ForStaff />
    </RequireUser>
  )
}

function ForStaff() {
  const user = useUser()
  const [isFactorWanted, retry] = useSecondFactorWanted()
  if (!user?.role) return <AccessDenied />
  if (isFactorWanted) return <SecondFactorScreen onRetry={() => void retry()} />
  return (
    <>
      <AdminFrame role={user.role} />
      <ReauthenticationPrompt />
    </>
  )
}

/** Long enough to read the message. */
const READ_MS = 4000

/** Shows that access is denied, then navigates home. */
function AccessDenied() {
  const navigate = useNavigate()
  useAfter(READ_MS, () => void navigate('/', { replace: true }))
  return (
    <div className="page-width pb-20">
      <PageTitle>Access Denied</PageTitle>
      <EmptyState
        icon="shield"
        title="You need admin privileges to see this page."
        action={
          <ButtonLink to="/" replace>
            Back to the shop
          </ButtonLink>
        }
      >
        You will be taken home in a moment.
      </EmptyState>
    </div>
  )
}

/** Staff must sign in with a second factor; a user without one is sent to the setup. */
function SecondFactorScreen({ onRetry }: { onRetry: () => void }) {
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

/**
 * Whether any response on this page was `SecondFactorRequired`.
 * @returns the flag, and a function that retries with a new ID token, which says whether the user has a factor.
 */
function useSecondFactorWanted(): [boolean, () => Promise<void>] {
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    const look = ({ error }: { error: unknown }) =>
      error instanceof ApiError && error.code === 'SecondFactorRequired' && setWanted(true)
    const stops = [
      queryClient.getQueryCache().subscribe(({ query }) => look(query.state)),
      queryClient.getMutationCache().subscribe(({ mutation }) => mutation && look(mutation.state)),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  async function retry() {
    await session.refresh()
    queryClient.removeQueries({ predicate: ({ state }) => state.status === 'error' })
    setWanted(false)
  }
  return [isWanted, retry]
}
