import { type ComponentProps, type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useUser } from '#kernel/client/browser.ts'
import { networkError } from '#kernel/client/calls/api-error.ts'
import type { SessionUser } from '#kernel/client/session/session.ts'
import { toast } from '#ui/feedback/toast.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { useCooldown } from './cooldown.ts'
import type { SupportDialog } from './support-dialog.tsx'

/** Support button on every page, for signed-in users only. The dialog is loaded when first opened. */
export function SupportWidget() {
  const user = useUser()
  // The key drops the typed text when another user signs in.
  return user ? <SupportButton key={user.id} user={user} /> : null
}

function SupportButton({ user }: { user: SessionUser }) {
  const cooldown = useCooldown(user.id)
  const [open, setOpen] = useState(false)
  const [Dialog, setDialog] = useState<ComponentType<ComponentProps<typeof SupportDialog>>>()

  // Not `lazy`: React keeps a failed load, and here the next click tries again.
  async function openDialog() {
    try {
      const { SupportDialog } = await import('./support-dialog.tsx')
      setDialog(() => SupportDialog)
      setOpen(true)
    } catch {
      toast.error(networkError().message)
    }
  }
  // A link to #support on any page opens the dialog, on every click.
  const { hash, key } = useLocation()
  const openByLink = useEffectEvent(() => void openDialog())
  // biome-ignore lint/correctness/useExhaustiveDependencies: each press is a new key of the same address.
  useEffect(() => {
    if (hash === '#support') openByLink()
  }, [hash, key])
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    let stop: (() => void) | undefined
    // The page works without it.
    const coming = import('./keep-clear.ts').catch(() => undefined)
    void coming.then(part => {
      if (button.current) stop = part?.keepClear(button.current)
    })
    return () => void coming.then(() => stop?.())
  }, [])
  return (
    <>
      <button
        ref={button}
        type="button"
        data-help=""
        aria-haspopup="dialog"
        onClick={openDialog}
        // Above the bottom bar on phones, and above other elements that a page keeps there.
        className="label fixed right-4 bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-20 inline-flex min-h-11 items-center gap-2 rounded-sm border border-line-strong bg-raised px-3 transition-[border-color,translate] duration-150 hover:border-ink max-md:in-[body:has([data-hides-help])]:hidden max-md:in-[body:has([data-bottom-bar])]:bottom-[calc(11.25rem+env(safe-area-inset-bottom))] lg:right-6 lg:bottom-6"
      >
        <Icon name="mail" />
        {/* The label shows only where the page leaves room beside itself. */}
        <span className="max-[100rem]:sr-only">Support</span>
        {cooldown.left > 0 && (
          <span className="text-muted normal-case tabular-nums">
            <span className="sr-only">, open again in </span>
            {cooldown.left} s
          </span>
        )}
      </button>
      {Dialog && <Dialog user={user} cooldown={cooldown} open={open} onOpenChange={setOpen} />}
    </>
  )
}
