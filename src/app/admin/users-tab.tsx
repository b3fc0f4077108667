import { SendSmsDialog } from '#features/bulk-sms/send-sms-dialog.tsx'
import { AdminUsersTab } from '#features/people/admin-users-tab.tsx'
import { useRight } from '#platform/client/rights.ts'

/** The people. SMS to many are a later feature than people, and are handed in. */
export function UsersTab() {
  return useRight('sms.send') ? <AdminUsersTab Sms={SendSmsDialog} /> : <AdminUsersTab />
}
