import { useState } from 'react'
import { useProfile } from '#features/identity/web/use-profile.ts'
import { fileNameOf } from '#kernel/brand/file-name.ts'
import { call } from '#kernel/client/calls/call.ts'
import { useSettings } from '#kernel/client/site.ts'
import { Button } from '#ui/buttons/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { saveFile } from '#ui/files/save-file.ts'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { lazy } from '#ui/lazy.tsx'
import { account } from './account-client.ts'

const DeleteDialog = lazy(async () => (await import('./delete-dialog.tsx')).DeleteDialog)

/**
 * Lets the user download their data or delete their account.
 * @param onDeleted runs in this browser after the deletion.
 */
export function YourData({ onDeleted }: { onDeleted: () => void }) {
  const [busy, setBusy] = useState(false)
  const { brand } = useSettings()
  const isUnproven = useProfile().data?.isMailboxProven === false
  const [isDeleting, setDeleting] = useState(false)

  async function download() {
    setBusy(true)
    try {
      const everything = await call(account.my.export.$get())
      saveFile(fileNameOf(brand, 'account.json'), JSON.stringify(everything, null, 2), 'application/json')
    } catch (error) {
      toast.error((error as Error).message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <section aria-labelledby="your-data">
      <SectionHeading id="your-data">Your Data</SectionHeading>
      <div className="grid gap-8 sm:grid-cols-2">
        <div className="flex flex-col items-start gap-3">
          <p className="text-muted">
            One file with everything we hold about you: profile, orders, credits, entries, messages and consents.
            {isUnproven && ' What was entered under your email address is left out until you confirm it.'}
          </p>
          <Button variant="secondary" busy={busy} busyText="Preparing..." onClick={() => void download()}>
            Download My Data
          </Button>
        </div>
        <div className="flex flex-col items-start gap-3">
          <p className="text-muted">
            Permanently deletes your account. You see what you lose before you confirm.
            {isUnproven && ' What was entered under your email address stays until you confirm it.'}
          </p>
          <Button variant="secondary" onClick={() => setDeleting(true)}>
            Delete My Account
          </Button>
        </div>
      </div>
      {isDeleting && <DeleteDialog onClose={() => setDeleting(false)} onDeleted={onDeleted} />}
    </section>
  )
}
