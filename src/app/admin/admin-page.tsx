import type { MetaFunction } from 'react-router'
import { ReauthenticationPrompt } from '#features/identity/security/reauthentication-prompt.tsx'
import { RequireUser } from '#features/identity/sign-in/web/route-guard.tsx'
import { useSession } from '#kernel/client/browser.ts'
import { pageMeta } from '#ui/layout/page-meta.ts'
import { AccessDenied } from './access-denied.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { SecondFactorScreen } from './second-factor-screen.tsx'
import { useSecondFactorWanted } from './use-second-factor-wanted.ts'

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
  const { user } = useSession()
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
