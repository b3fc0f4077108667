import { Toast } from '@base-ui/react/toast'
import { useDeferredValue, useEffect } from 'react'
import { Icon, type IconName } from '../pictures/icon.tsx'
import { Spinner } from './spinner.tsx'
import { attachToastScreen, TOAST_LIMIT, TOAST_TIME, type ToastKind, type ToastMessage } from './toast.ts'

const manager = Toast.createToastManager()

const SIGNS: Record<Exclude<ToastKind, 'loading' | 'default'>, { icon: IconName; className: string }> = {
  success: { icon: 'check', className: 'text-success' },
  error: { icon: 'warning', className: 'text-danger' },
  info: { icon: 'info', className: 'text-coyote' },
}

function show({ id, kind, text, action }: ToastMessage) {
  const actionProps = action && {
    children: action.label,
    onClick: () => {
      action.onClick()
      manager.close(id)
    },
  }
  // Screen readers announce `low` politely, after the current text. Urgent messages belong in the page.
  manager.add({ id, type: kind, title: text, timeout: TOAST_TIME[kind], priority: 'low', actionProps })
}

/** The toasts at the top centre, newest first; F6 moves the focus there. Loaded with the first toast (see `toast.ts`). */
export default function ToastViewport() {
  // Attached in this component, above the provider: child effects run first, so the provider already listens when waiting toasts arrive.
  useEffect(() => attachToastScreen({ show, dismiss: id => manager.close(id) }), [])
  return (
    <Toast.Provider toastManager={manager} limit={TOAST_LIMIT}>
      <Toast.Portal>
        <Toast.Viewport className="pointer-events-none fixed inset-x-0 top-4 z-60 mx-auto flex w-[min(26rem,calc(100vw-2rem))] flex-col gap-2 outline-none">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastList() {
  const { toasts } = Toast.useToastManager()
  // The press that sends a toast is drawn first. A new toast measures itself, which takes longer than a frame on a slow phone.
  return useDeferredValue(toasts).map(shown => (
    <Toast.Root
      key={shown.id}
      toast={shown}
      swipeDirection="up"
      className="pointer-events-auto rounded-md border border-line-strong bg-raised transition duration-150 ease-out data-limited:hidden data-ending-style:-translate-y-2 data-starting-style:-translate-y-2 data-ending-style:opacity-0 data-starting-style:opacity-0"
    >
      <Toast.Content className="flex items-center gap-3 py-1 pr-1 pl-4">
        <Sign kind={shown.type as ToastKind} />
        <Toast.Title render={<p />} className="min-w-0 flex-1 py-1.5 text-sm" />
        {shown.actionProps && <Toast.Action className="label min-h-11 rounded-sm px-3 text-signal hover:bg-surface" />}
        <Toast.Close
          aria-label="Dismiss"
          // Base UI hides it from screen readers until the stack is expanded, although it takes the focus.
          aria-hidden={false}
          className="inline-flex size-11 shrink-0 items-center justify-center rounded-sm text-muted hover:text-ink"
        >
          <Icon name="close" size={16} />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}

function Sign({ kind }: { kind: ToastKind }) {
  if (kind === 'default') return null
  if (kind === 'loading') return <Spinner className="text-signal" />
  return <Icon name={SIGNS[kind].icon} className={SIGNS[kind].className} />
}
