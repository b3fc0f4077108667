import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useRight } from '#kernel/client/rights.ts'
import { lazy } from '#ui/lazy.tsx'
import { useSelection } from '#ui/staff-kit/use-selection.ts'
import type { UserRow } from './contract.ts'
import type { SmsDialog, SmsRecipients } from './list/sms-recipients.ts'
import { UsersList } from './list/users-list.tsx'

const UserDialog = lazy(async () => (await import('./profile/user-dialog.tsx')).UserDialog)
const CreateUserDialog = lazy(async () => (await import('./create/create-user-dialog.tsx')).CreateUserDialog)
const DeleteUsers = lazy(async () => (await import('./delete/delete-users.tsx')).DeleteUsers)

/** The address holds the id or e-mail of the open profile, so that any page can link to it. */
const OPEN = 'user'
/** This value in the address opens the form of a new user. */
const NEW = 'new'

type AdminUsersTabProps = {
  /** Missing where the shop cannot send SMS; then no SMS action is offered. */
  Sms?: SmsDialog
}

/** `/admin?tab=users`: find people, open one, and act on several at once. */
export function AdminUsersTab({ Sms }: AdminUsersTabProps) {
  const [params, setParams] = useSearchParams()
  const selection = useSelection<UserRow>()
  const mayCreate = useRight('people.create')
  const [isDeleting, setDeleting] = useState(false)
  const [texting, setTexting] = useState<SmsRecipients | null>(null)

  const withUser = (who: string | null) => {
    const to = new URLSearchParams(params)
    to.delete(NEW)
    if (who) to.set(OPEN, who)
    else to.delete(OPEN)
    return `?${to}`
  }
  const openUser = (who: string | null) =>
    setParams(new URLSearchParams(withUser(who)), { replace: who === null, preventScrollReset: true })
  const openForm = () => setParams(now => [...now, [NEW, '1']], { preventScrollReset: true })

  const who = params.get(OPEN)
  return (
    <>
      <UsersList
        selection={selection}
        linkTo={withUser}
        onCreate={openForm}
        onDelete={() => setDeleting(true)}
        onText={Sms && setTexting}
      />
      {params.has(NEW) && mayCreate && <CreateUserDialog onClose={() => openUser(null)} onOpen={openUser} />}
      {isDeleting && (
        <DeleteUsers
          people={[...selection.rows.values()]}
          onDeleted={selection.drop}
          onClose={() => setDeleting(false)}
        />
      )}
      {who && (
        <UserDialog
          key={who}
          who={who}
          onClose={() => openUser(null)}
          onOpen={openUser}
          onGone={person => {
            selection.drop([person])
            openUser(null)
          }}
          onText={Sms && (person => setTexting({ kind: 'selected', people: [person] }))}
        />
      )}
      {Sms && texting && <Sms recipients={texting} onClose={() => setTexting(null)} />}
    </>
  )
}
