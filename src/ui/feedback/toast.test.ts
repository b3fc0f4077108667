import { afterEach, expect, it } from 'vitest'
import { attachToastScreen, TOAST_LIMIT, type ToastMessage, toast, toastsWanted } from './toast.ts'

/** Attaches a fake toast screen that records its calls. */
function listen() {
  const shown: ToastMessage[] = []
  const dismissed: (string | undefined)[] = []
  const detach = attachToastScreen({ show: message => shown.push(message), dismiss: id => dismissed.push(id) })
  return { shown, dismissed, detach }
}

afterEach(() => toast.dismiss())

it('requests the viewport with the first toast, once', () => {
  // Other files of the worker may have shown toasts.
  toastsWanted.set(false)
  let calls = 0
  const stop = toastsWanted.subscribe(() => calls++)
  expect(toastsWanted.get()).toBe(false)
  toast('one')
  toast('two')
  expect(toastsWanted.get()).toBe(true)
  expect(calls).toBe(1)
  stop()
})

it('toasts before the viewport is ready are kept in order, and handed over once', () => {
  toast.success('first')
  toast.error('second')
  const first = listen()
  expect(first.shown.map(message => [message.kind, message.text])).toEqual([
    ['success', 'first'],
    ['error', 'second'],
  ])
  first.detach()
  const second = listen()
  expect(second.shown).toEqual([])
  second.detach()
})

it('a later toast of the same id replaces a waiting one', () => {
  const id = toast.loading('Entering…')
  toast.success('You hold slot 18', { id })
  const { shown, detach } = listen()
  expect(shown).toMatchObject([{ id, kind: 'success', text: 'You hold slot 18' }])
  detach()
})

it('waiting toasts are limited to the newest that can be shown', () => {
  for (let at = 1; at <= TOAST_LIMIT + 5; at++) toast(`number ${at}`)
  const { shown, detach } = listen()
  expect(shown).toHaveLength(TOAST_LIMIT)
  expect(shown[0]?.text).toBe('number 6')
  detach()
})

it('toasts are dismissed, waiting or shown', () => {
  const gone = toast('never seen')
  toast.dismiss(gone)
  const { shown, dismissed, detach } = listen()
  expect(shown).toEqual([])
  const id = toast.info('seen')
  toast.dismiss(id)
  expect(dismissed).toEqual([id])
  detach()
})
