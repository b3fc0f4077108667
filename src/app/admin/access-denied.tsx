import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { ButtonLink } from '#ui/button-link.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageTitle } from '#ui/page-title.tsx'

/** Long enough to be read. */
const READ_MS = 4000

/**
 * The specification wants a screen that says so (checkout-and-admin.md) and the way home (customer-side.md): first one, then
 * the other.
 */
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
