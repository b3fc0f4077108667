import type { MetaFunction } from 'react-router'
import { RequireUser } from '#features/identity/sign-in/web/require-user.tsx'
import { NotificationSettings } from '#features/notifications/settings/notification-settings.tsx'
import { settingsIn } from '#kernel/client/site.ts'
import { pageMeta } from '#ui/layout/page-meta.ts'
import { PageTitle } from '#ui/layout/page-title.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    {
      title: 'Notification Settings',
      description: `Choose what ${settingsIn(matches).brand.name} sends you, and where.`,
      path: '/notifications',
      noindex: true,
    },
    matches,
  )

/** `/notifications`, for signed-in users. */
export default function NotificationsPage() {
  return (
    <RequireUser>
      <div className="page-width pb-20">
        <PageTitle>Notification Settings</PageTitle>
        <NotificationSettings />
      </div>
    </RequireUser>
  )
}
