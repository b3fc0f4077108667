import { SendSmsDialog } from '#features/bulk-sms/admin/send-sms-dialog.tsx'
import { AdminUsersTab } from '#features/users/admin-users-tab.tsx'
import { useRight } from '#kernel/client/rights.ts'

/** The users. Bulk SMS comes after users in the feature order, so the app passes the dialog in. */
export function UsersTab() {
  return useRight('sms.send') ? <AdminUsersTab Sms={SendSmsDialog} /> : <AdminUsersTab />
}
