import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useRight } from '#platform/client/rights.ts'
import { lazy } from '#ui/lazy.tsx'
import { useSelection } from '#ui/staff-kit/use-selection.ts'
import type { PersonRow } from './contract.ts'
import { PeopleList } from './list/people-list.tsx'
import type { SmsDialog, SmsRecipients } from './sms-recipients.ts'

const PersonDialog = lazy(async () => (await import('./profile/person-dialog.tsx')).PersonDialog)
const CreateUserDialog = lazy(async () => (await import('./create/create-user-dialog.tsx')).CreateUserDialog)
const DeletePeople = lazy(async () => (await import('./delete/delete-people.tsx')).DeletePeople)

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
  const selection = useSelection<PersonRow>()
  const mayCreate = useRight('people.create')
  const [isDeleting, setDeleting] = useState(false)
  const [texting, setTexting] = useState<SmsRecipients | null>(null)

  const withPerson = (who: string | null) => {
    const to = new URLSearchParams(params)
    to.delete(NEW)
    if (who) to.set(OPEN, who)
    else to.delete(OPEN)
    return `?${to}`
  }
  const openPerson = (who: string | null) =>
    setParams(new URLSearchParams(withPerson(who)), { replace: who === null, preventScrollReset: true })
  const openForm = () => setParams(now => [...now, [NEW, '1']], { preventScrollReset: true })

  const who = params.get(OPEN)
  return (
    <>
      <PeopleList
        selection={selection}
        linkTo={withPerson}
        onCreate={openForm}
        onDelete={() => setDeleting(true)}
        onText={Sms && setTexting}
      />
      {params.has(NEW) && mayCreate && <CreateUserDialog onClose={() => openPerson(null)} onOpen={openPerson} />}
      {isDeleting && (
        <DeletePeople
          people={[...selection.rows.values()]}
          onDeleted={selection.drop}
          onClose={() => setDeleting(false)}
        />
      )}
      {who && (
        <PersonDialog
          key={who}
          who={who}
          onClose={() => openPerson(null)}
          onOpen={openPerson}
          onGone={person => {
            selection.drop([person])
            openPerson(null)
          }}
          onText={Sms && (person => setTexting({ kind: 'selected', people: [person] }))}
        />
      )}
      {Sms && texting && <Sms recipients={texting} onClose={() => setTexting(null)} />}
    </>
  )
}
