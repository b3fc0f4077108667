import { useState } from 'react'
import { Button } from '#ui/buttons/button.tsx'
import { IconButton } from '#ui/buttons/icon-button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Tabs } from '#ui/layout/tabs.tsx'
import { Price } from '#ui/money/price.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Drawer } from '#ui/overlays/drawer.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Chapter, Specimen } from './specimen.tsx'

/** What opens above the page, and what switches inside it. */
export function Overlays() {
  return (
    <Chapter title="Overlays">
      <Dialogs />
      <Small />
    </Chapter>
  )
}

function Dialogs() {
  const [open, setOpen] = useState<'dialog' | 'typed' | 'drawer' | null>(null)
  const close = (next: boolean) => !next && setOpen(null)
  return (
    <Specimen file="dialog.tsx, confirm-dialog.tsx, drawer.tsx">
      <Button variant="secondary" onClick={() => setOpen('dialog')}>
        Dialog
      </Button>
      <Button variant="secondary" onClick={() => setOpen('typed')}>
        Typed confirmation
      </Button>
      <Button variant="secondary" onClick={() => setOpen('drawer')}>
        Drawer
      </Button>
      <Dialog
        open={open === 'dialog'}
        onOpenChange={close}
        title="Range Duffel, 100 slots"
        description="One Bronze credit for each slot you take."
        footer={<Button onClick={() => setOpen(null)}>Enter with 3 slots</Button>}
      >
        <p>Three slots chosen. Two Bronze credits are left after this.</p>
      </Dialog>
      <ConfirmDialog
        open={open === 'typed'}
        onOpenChange={close}
        title="Draw the winner now?"
        description="The giveaway closes, the list is sealed, and the result is public at once. A draw happens once."
        confirmLabel="Draw the winner"
        typed="Range Duffel"
        danger
        onConfirm={() => setOpen(null)}
      >
        <Notice kind="warning">
          The drawing date is three days away: the result will say that it was drawn early.
        </Notice>
      </ConfirmDialog>
      <Drawer
        open={open === 'drawer'}
        onOpenChange={close}
        title="Cart"
        footer={
          <div className="flex items-center justify-between gap-4">
            <Price cents={5900} />
            <Button>Checkout</Button>
          </div>
        }
      >
        <p>Garrison Wristband, pair, and a sticker.</p>
      </Drawer>
    </Specimen>
  )
}

function Small() {
  const [tab, setTab] = useState<'active' | 'past'>('active')
  return (
    <>
      <Specimen file="menu.tsx">
        <Menu
          align="start"
          trigger={<IconButton icon="user" label="Account" />}
          entries={[
            { label: 'Dashboard', icon: 'home', to: '/dashboard' },
            { label: 'Copy referral code', icon: 'copy', onSelect: () => toast.success('Copied') },
            { label: 'Not available', icon: 'gift', disabled: true, onSelect: () => toast('Never shown') },
            'separator',
            { label: 'Sign Out', icon: 'logout', danger: true, onSelect: () => toast.info('Signed out') },
          ]}
        />
      </Specimen>
      <Specimen file="toast.ts, toasts.tsx">
        <Button variant="secondary" onClick={() => toast('Saved for later')}>
          Default
        </Button>
        <Button variant="secondary" onClick={() => toast.success('Star-Fort Sticker added to cart')}>
          Success
        </Button>
        <Button variant="secondary" onClick={() => toast.error('Slot 17 was taken a moment ago')}>
          Error
        </Button>
        <Button variant="secondary" onClick={() => toast.loading('Entering…', { id: 'enter' })}>
          Loading
        </Button>
        <Button variant="secondary" onClick={() => toast.success('You hold slot 18', { id: 'enter' })}>
          …and done
        </Button>
        <Button
          variant="secondary"
          onClick={() => toast('Removed', { action: { label: 'Undo', onClick: () => toast.success('Back again') } })}
        >
          With an action
        </Button>
      </Specimen>
      <Specimen file="tabs.tsx" wide>
        <Tabs
          label="Giveaways"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'active', label: 'Active', count: 6, content: <p>What can be entered now.</p> },
            { value: 'past', label: 'Past', count: 2, content: <p>What has been drawn, with its proof.</p> },
          ]}
        />
      </Specimen>
    </>
  )
}
