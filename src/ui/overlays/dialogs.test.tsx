// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { button, key, press, show, withPage } from '../testing/in-browser.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { Drawer } from './drawer.tsx'

withPage()

const gone = (role: 'dialog' | 'alertdialog') => waitFor(() => expect(screen.queryByRole(role)).toBeNull())
const focused = (element: () => HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element()))

type Open = 'dialog' | 'confirm'

function Opener({ isLost = false, onConfirm = () => {} }: { isLost?: boolean; onConfirm?: () => void }) {
  const [open, setOpen] = useState<Open | null>(null)
  const [opened, setOpened] = useState(false)
  const show = (what: Open) => {
    setOpen(what)
    setOpened(true)
  }
  return (
    <>
      {!(opened && isLost) && (
        <>
          <button type="button" onClick={() => show('dialog')}>
            Open
          </button>
          <button type="button" onClick={() => show('confirm')}>
            Delete
          </button>
        </>
      )}
      <Dialog open={open === 'dialog'} onOpenChange={() => setOpen(null)} title="Supplier" startsInField>
        <input aria-label="Name" />
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        onOpenChange={() => setOpen(null)}
        title="Delete it?"
        description="It cannot be undone."
        confirmLabel="Delete it"
        typed="Kestrel"
        onConfirm={onConfirm}
      />
    </>
  )
}

async function pressOpener(name: string) {
  act(() => button(name).focus())
  await press(name)
}

it('a dialog takes the focus to its first field, closes at Escape and gives the focus back', async () => {
  show(<Opener />)
  await pressOpener('Open')
  await focused(() => screen.getByLabelText('Name'))
  expect(screen.getByRole('dialog', { name: 'Supplier' })).toBeTruthy()
  await key('Escape')
  await gone('dialog')
  await focused(() => button('Open'))
})

it('a dialog whose opener is gone gives the focus to the page', async () => {
  show(<Opener isLost />)
  await pressOpener('Open')
  await focused(() => screen.getByLabelText('Name'))
  await key('Escape')
  await gone('dialog')
  await focused(() => document.getElementById('main')!)
})

/** A page that a link in its drawer leaves: the drawer closes while the page and the opener go. */
function LeftPage() {
  const [open, setOpen] = useState(false)
  const [left, setLeft] = useState(false)
  const leave = () => {
    setOpen(false)
    setLeft(true)
  }
  return (
    <>
      {!left && (
        <button type="button" onClick={() => setOpen(true)}>
          Add to cart
        </button>
      )}
      <Drawer open={open} onOpenChange={setOpen} title="Your cart">
        <button type="button" onClick={leave}>
          Checkout
        </button>
      </Drawer>
    </>
  )
}

it('a drawer that closes while its page is left gives the focus to the next page', async () => {
  show(<LeftPage />)
  await pressOpener('Add to cart')
  await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true))
  act(() => button('Checkout').focus())
  await press('Checkout')
  await gone('dialog')
  await focused(() => document.getElementById('main')!)
})

it('a confirmation waits for the typed words, and Escape cancels it', async () => {
  const onConfirm = vi.fn()
  show(<Opener onConfirm={onConfirm} />)
  await pressOpener('Delete')
  expect(button('Delete it').disabled).toBe(true)
  await focused(() => screen.getByRole('textbox'))
  await key('Escape')
  await gone('alertdialog')
  await focused(() => button('Delete'))
  expect(onConfirm).not.toHaveBeenCalled()
})

it('a confirmation stays open with the message of a failure', async () => {
  const onConfirm = () => Promise.reject(new Error('The last one stays.'))
  show(
    <ConfirmDialog
      onOpenChange={() => {}}
      title="Delete it?"
      description="…"
      confirmLabel="Delete it"
      onConfirm={onConfirm}
    />,
  )
  await press('Delete it')
  expect(screen.getByRole('alert').textContent).toBe('The last one stays.')
  expect(button('Delete it').getAttribute('aria-busy')).toBeNull()
})
