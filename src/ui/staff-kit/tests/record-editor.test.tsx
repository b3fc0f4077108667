// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { Hono } from 'hono'
import { hc } from 'hono/client'
import { expect, it, vi } from 'vitest'
import { call } from '#kernel/client/calls/call.ts'
import { TextField } from '../../forms/text-field.tsx'
import { EditorDialog } from '../../overlays/editor-dialog.tsx'
import { button, key, press, show, type, withPage, withToasts } from '../../testing/in-browser.tsx'
import { useRecordEditor } from '../use-record-editor.ts'

withPage()
const said = withToasts()

type Thing = { id: string; name: string; note: string; version: number }
type Sent = { method: string; key: string | null; body: unknown }
/** What the API does with a call: an answer, or `lost` when the connection breaks after it. */
type Reply = { status?: number; json: Record<string, unknown> } | 'lost'

const STORED: Thing = { id: 't1', name: 'Bag', note: 'Green', version: 3 }

const bodyOf = async (request: Request) => (request.method === 'DELETE' ? undefined : await request.json())

/** An API that gives these answers in turn, and what it was sent. */
function apiThat(...replies: Reply[]) {
  const sent: Sent[] = []
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(new URL(String(input), 'http://shop.test'), init)
    sent.push({ method: request.method, key: request.headers.get('idempotency-key'), body: await bodyOf(request) })
    const reply = replies.shift()
    if (!reply || reply === 'lost') throw new TypeError('fetch failed')
    return Response.json(reply.json, { status: reply.status ?? 200 })
  }
  return { sent, client: hc<typeof routes>('/api', { fetch }) }
}

const routes = new Hono()
  .post('/things', c => c.json(STORED))
  .patch('/things/:id', c => c.json(STORED))
  .delete('/things/:id', c => c.json({ success: true }))

type EditorProps = {
  thing: Thing | null
  client: ReturnType<typeof apiThat>['client']
  refresh?: () => unknown
  onClose?: () => void
}

function Editor({ thing, client, refresh = () => {}, onClose = () => {} }: EditorProps) {
  const { text, dialog } = useRecordEditor({
    name: 'thing',
    record: thing,
    formStateOf: stored => ({ name: stored?.name ?? '', note: stored?.note ?? '' }),
    labels: { name: 'name', note: 'note' },
    check: ({ current }): Record<string, string> => (current.name ? {} : { name: 'Please give it a name' }),
    create: (json, options) => call(client.things.$post({ json } as object, options)),
    change: ({ id, current, version }) =>
      call(client.things[':id'].$patch({ param: { id }, json: { ...current, version } } as { param: { id: string } })),
    remove: id => call(client.things[':id'].$delete({ param: { id } })),
    refresh,
    said: ({ version }, { name }) => `${name} is saved as version ${version}`,
    onClose,
  })
  return (
    <EditorDialog {...dialog} title="Thing" saveLabel="Save">
      <TextField label="Name" {...text('name')} />
      <TextField label="Note" {...text('note')} />
    </EditorDialog>
  )
}

const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
const conflict = (change: Partial<Thing>): Reply => ({
  status: 409,
  json: {
    status: 409,
    code: 'version_conflict',
    detail: 'Someone else saved a change.',
    ...STORED,
    version: 4,
    by: 'Ada',
    ...change,
  },
})

it('names the changed fields and can be saved only with changes', async () => {
  const { client } = apiThat()
  show(<Editor thing={STORED} client={client} />)
  expect(button('Save').disabled).toBe(true)
  type('Name', 'Belt')
  type('Note', 'Brown')
  expect(screen.getByText('Changed: name, note')).toBeTruthy()
  expect(button('Save').disabled).toBe(false)
  type('Name', 'Bag')
  expect(screen.getByText('Changed: note')).toBeTruthy()
  type('Note', 'Green')
  expect(screen.queryByText(/^Changed/)).toBeNull()
  expect(button('Save').disabled).toBe(true)
})

it('asks before it closes over unsaved input, at Cancel and at Escape', async () => {
  const onClose = vi.fn()
  const { client } = apiThat()
  show(<Editor thing={STORED} client={client} onClose={onClose} />)
  type('Note', 'Brown')
  await press('Cancel')
  expect((await screen.findByRole('alertdialog')).textContent).toContain('You changed note.')
  await press('Keep editing')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(value('Note')).toBe('Brown')
  expect(onClose).not.toHaveBeenCalled()
  screen.getByLabelText('Note').focus()
  await key('Escape')
  await screen.findByRole('alertdialog')
  await press('Leave')
  expect(onClose).toHaveBeenCalledOnce()
})

it('closes at once without changes', async () => {
  const onClose = vi.fn()
  const { client } = apiThat()
  show(<Editor thing={STORED} client={client} onClose={onClose} />)
  await press('Cancel')
  expect(onClose).toHaveBeenCalledOnce()
})

it('shows problems at their fields, its own before sending and those of the API after it', async () => {
  const { client, sent } = apiThat({
    status: 400,
    json: { status: 400, code: 'invalid_input', detail: 'Please check your input.', errors: { note: ['Too long'] } },
  })
  show(<Editor thing={null} client={client} />)
  await press('Save')
  const name = screen.getByLabelText('Name')
  expect(name.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('alert').textContent).toContain('Please check your input and try again.')
  expect(screen.getByRole('link', { name: 'Please give it a name' }).getAttribute('href')).toBe(`#${name.id}`)
  expect(sent).toEqual([])
  type('Name', 'Belt')
  expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBeNull()
  await press('Save')
  await waitFor(() => expect(screen.getByLabelText('Note').getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByRole('alert').textContent).toContain('Too long')
})

it('a version conflict keeps both edits: staff choose where they disagree, and save on top of the newer version', async () => {
  const onClose = vi.fn()
  const { client, sent } = apiThat(conflict({ name: 'Sack', note: 'Grey' }), { json: STORED })
  show(<Editor thing={STORED} client={client} onClose={onClose} />)
  type('Note', 'Brown')
  await press('Save')
  expect((await screen.findByRole('alert')).textContent).toContain('Ada saved a change while you were editing')
  expect(screen.getByText('Taken over from them: name.')).toBeTruthy()
  expect(button('Save').disabled).toBe(true)
  await press('Continue with this')
  expect([value('Name'), value('Note')]).toEqual(['Sack', 'Brown'])
  await press('Save')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent.map(({ body }) => body)).toEqual([
    { name: 'Bag', note: 'Brown', version: 3 },
    { name: 'Sack', note: 'Brown', version: 4 },
  ])
})

it('a second click after a lost answer sends the same key, and a click after an answer another one', async () => {
  const onClose = vi.fn()
  const refused: Reply = { status: 409, json: { status: 409, code: 'name_taken', detail: 'There is one already.' } }
  const { client, sent } = apiThat('lost', refused, { json: STORED })
  show(<Editor thing={null} client={client} onClose={onClose} />)
  type('Name', 'Bag')
  await press('Save')
  expect((await screen.findByRole('alert')).textContent).toContain('fetch failed')
  await press('Save')
  await screen.findByText('There is one already.')
  await press('Save')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  const [first, second, third] = sent.map(sending => sending.key)
  expect(first).toMatch(/.{16}/)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

it('two clicks in a row send once', async () => {
  const onClose = vi.fn()
  const { client, sent } = apiThat({ json: STORED })
  show(<Editor thing={null} client={client} onClose={onClose} />)
  type('Name', 'Bag')
  const save = button('Save')
  await act(async () => {
    save.click()
    save.click()
  })
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent).toHaveLength(1)
})

it('a saved form refreshes the lists, says so, then closes', async () => {
  const steps: string[] = []
  const { client } = apiThat({ json: STORED })
  const refresh = async () => void steps.push(`refreshed before ${said.length} toasts`)
  show(<Editor thing={STORED} client={client} refresh={refresh} onClose={() => steps.push(`closed after ${said}`)} />)
  type('Name', 'Belt')
  await press('Save')
  await waitFor(() => expect(steps).toEqual(['refreshed before 0 toasts', 'closed after Belt is saved as version 3']))
})

it('deletes a stored record after a question, and offers it for no new one', async () => {
  const [refresh, onClose] = [vi.fn(), vi.fn()]
  const refused: Reply = { status: 409, json: { status: 409, code: 'in_use', detail: 'It is in use.' } }
  const { client, sent } = apiThat(refused, { json: { success: true } })
  show(<Editor thing={STORED} client={client} refresh={refresh} onClose={onClose} />)
  await press('Delete thing')
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete thing?' }))
  const confirm = () => act(async () => question.getByRole('button', { name: 'Delete thing' }).click())
  expect(sent).toEqual([])
  await confirm()
  expect((await question.findByRole('alert')).textContent).toBe('It is in use.')
  expect(onClose).not.toHaveBeenCalled()
  await confirm()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect([refresh.mock.calls.length, said]).toEqual([1, ['The thing was deleted']])
  expect(sent.map(({ method }) => method)).toEqual(['DELETE', 'DELETE'])
  cleanup()
  show(<Editor thing={null} client={client} />)
  expect(screen.queryByRole('button', { name: 'Delete thing' })).toBeNull()
})
