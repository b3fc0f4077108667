import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useSession } from '#kernel/client/browser.ts'

/** Shown until the session is known. The server renders this for every page behind the sign-in. */
export function Checking() {
  return (
    <p role="status" className="page-width py-24 text-center text-muted">
      Loading…
    </p>
  )
}

/** Renders its children for signed-in users. Guests go to the sign-in and come back afterwards. */
export function RequireUser({ children }: { children: ReactNode }) {
  const { status } = useSession()
  const { pathname, search, hash } = useLocation()
  if (status === 'unchecked') return <Checking />
  if (status === 'guest') return <Navigate to={`/login?next=${encodeURIComponent(pathname + search + hash)}`} replace />
  return children
}
