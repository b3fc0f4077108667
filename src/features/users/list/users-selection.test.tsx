// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://shop.test/admin" }
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useNavigate } from 'react-router'
import { beforeEach, expect, it } from 'vitest'
import { answerCalls, press, show, signIn, type, withPage } from '#ui/testing/in-browser.tsx'
import { AdminUsersTab, type SmsRecipients } from '../admin-users-tab.tsx'
import { userOf } from '../testing/user-rows.ts'

withPage()
beforeEach(() => signIn('owner'))

const Sms = ({ recipients, onSent }: { recipients: SmsRecipients; onSent: () => void }) => (
  <button type="button" onClick={onSent}>
    Text {recipients.kind}
  </button>
)
const Back = () => {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => navigate(-1)}>
      Back
    </button>
  )
}

/** Shows the tab with Ada, Bo and Cy, of whom the first two are selected. @param failing the name that the server does not delete. */
async function chosen({ failing, path }: { failing?: string; path?: string } = {}) {
  let rows = ['Ada', 'Bo', 'Cy'].map(userOf)
  const list = () =>
    Response.json({
      users: rows,
      pagination: { total: rows.length, isTotalExact: true, hasMore: false },
      nextCursor: null,
    })
  const calls = answerCalls({
    'GET /api/admin/users': list,
    'GET /api/admin/saved-filters': { filters: [{ id: 'f1', name: 'Members', query: 'membership=member' }] },
    'DELETE /api/admin/users/bulk-delete': ({ json }) => {
      const { emails } = json as { emails: string[] }
      const left = emails.filter(email => email === failing)
      rows = rows.filter(({ email }) => !emails.includes(email) || left.includes(email))
      const failures = left.map(email => ({ email, code: 'staff_account', message: 'Take the role away first.' }))
      return Response.json({
        ...{ success: left.length === 0, deletedCount: emails.length - left.length, failedCount: left.length },
        ...{ failures, proposed: [], ...(left.length > 0 && { error: '1 user failed to delete' }) },
      })
    },
  })
  show(
    <>
      <AdminUsersTab Sms={Sms} />
      <Back />
    </>,
    path ?? '/admin?tab=users',
  )
  await screen.findByLabelText('Select Ada')
  for (const name of ['Ada', 'Bo']) await act(async () => void fireEvent.click(screen.getByLabelText(`Select ${name}`)))
  expect(chosenCount()).toBe('2 chosen')
  return calls
}

const bar = () => screen.queryByRole('region', { name: 'Chosen users', hidden: true })
const chosenCount = () => bar() && within(bar()!).getByText(/chosen$/).textContent

async function confirmDeletion(count: string) {
  await screen.findByText(`Delete ${count}?`)
  type(/to confirm$/, `delete ${count}`)
  await press(`Delete ${count}`)
}

it('deleting the chosen users clears the selection, also of a user who was kept in the dialog [B-12.77] [B-12.90]', async () => {
  const calls = await chosen()
  await press('Delete')
  await screen.findByText('Delete 2 users?')
  expect(screen.getByText('This action cannot be undone.')).toBeTruthy()
  const named = () => within(screen.getByRole('list', { name: 'Users to be deleted' })).getAllByRole('listitem')
  expect(named().map(one => one.textContent)).toEqual(['Adaada@example.com', 'Bobo@example.com'])
  await press('Delete 2 users')
  expect(calls.some(({ call }) => call.startsWith('DELETE'))).toBe(false)
  await press('Keep Bo')
  await confirmDeletion('1 user')
  await waitFor(() => expect(bar()).toBeNull())
  expect(calls.find(({ call }) => call.startsWith('DELETE'))?.json).toEqual({ emails: ['ada@example.com'] })
  await waitFor(() => expect(screen.queryByLabelText('Select Ada')).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>('Select Bo').checked).toBe(false)
})

it('a user who could not be deleted stays selected, with the reason [B-12.77] [B-12.184]', async () => {
  await chosen({ failing: 'bo@example.com' })
  await press('Delete')
  await confirmDeletion('2 users')
  expect(await screen.findByText('Take the role away first.')).toBeTruthy()
  await waitFor(() => expect(chosenCount()).toBe('1 chosen'))
  expect(screen.getByLabelText<HTMLInputElement>('Select Bo').checked).toBe(true)
})

it('an SMS to the chosen users clears the selection [B-13.82]', async () => {
  await chosen()
  await act(async () => void fireEvent.click(within(bar()!).getByRole('button', { name: 'Send SMS' })))
  await press('Text selected')
  await waitFor(() => expect(bar()).toBeNull())
})

it('the selection ends with the filters, by field, saved filter and the Back button, and survives another order [B-13.82]', async () => {
  await chosen()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Name' })))
  expect(chosenCount()).toBe('2 chosen')
  await act(async () => void fireEvent.change(screen.getByLabelText('Role'), { target: { value: 'staff' } }))
  await waitFor(() => expect(bar()).toBeNull())
  await act(async () => void fireEvent.click(await screen.findByLabelText('Select Cy')))
  await press('Members')
  await waitFor(() => expect(bar()).toBeNull())
  await act(async () => void fireEvent.click(await screen.findByLabelText('Select Cy')))
  expect(chosenCount()).toBe('1 chosen')
  await press('Back')
  await waitFor(() => expect(bar()).toBeNull())
})
