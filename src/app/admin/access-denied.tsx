import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { PageTitle } from '#ui/layout/page-title.tsx'

/** Long enough to read the message. */
const READ_MS = 4000

/** Shows that access is denied, then navigates home. */
export function AccessDenied() {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate('/', { replace: true }), READ_MS)
    return () => clearTimeout(timer)
  }, [navigate])
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
