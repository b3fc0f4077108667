import { useState } from 'react'
import type { SessionUser } from '#kernel/client/session/session.ts'
import { toast } from '#ui/feedback/toast.ts'
import { Tabs } from '#ui/layout/tabs.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import type { useCooldown } from './cooldown.ts'
import { MyTickets } from './my-tickets.tsx'
import { SupportForm } from './support-form.tsx'
import { useSubmission } from './use-submission.ts'

type SupportDialogProps = {
  user: SessionUser
  cooldown: ReturnType<typeof useCooldown>
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** "Get Support": the form and the user's earlier tickets. Stays mounted while closed, so that the typed text is kept. */
export function SupportDialog({ user, cooldown, open, onOpenChange }: SupportDialogProps) {
  const [tab, setTab] = useState<'write' | 'written'>('write')
  const submission = useSubmission({
    user,
    onSent(sentence) {
      cooldown.start()
      toast.success(sentence)
      onOpenChange(false)
    },
    onEarly: cooldown.start,
  })
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Get Support"
      description="Users read this, and answer by e-mail."
    >
      <Tabs
        label="Support"
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: 'write',
            label: 'Write to us',
            content: <SupportForm submission={submission} email={user.email} left={cooldown.left} />,
          },
          { value: 'written', label: 'Your requests', content: <MyTickets /> },
        ]}
      />
    </Dialog>
  )
}
