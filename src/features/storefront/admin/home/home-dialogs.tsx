import { call } from '#kernel/client/calls/call.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import type { AdminHome } from '../../home-contract.ts'
import { hiddenReasonOf } from '../hidden-note.tsx'
import { homeChanged, storefrontClient } from '../storefront-client.ts'
import { homeChanges } from './home-changes.ts'

type DialogProps = { home: AdminHome; onClose: () => void }

/** Says what becomes public, then publishes the draft that is shown. */
export function PublishDialog({ home, onClose }: DialogProps) {
  async function publish() {
    await call(storefrontClient.home.publish.$post({ json: { version: home.version } })).finally(homeChanged)
    toast.success('The home page is public')
    onClose()
  }
  return (
    <ConfirmDialog
      title="Publish the home page?"
      description="Every visitor sees this within seconds:"
      confirmLabel="Publish"
      busyLabel="Publishing..."
      onConfirm={publish}
      onOpenChange={onClose}
    >
      <ul className="list-disc pl-5">
        {[...homeChanges(home.published, home.sections), ...leftOutOf(home)].map(sentence => (
          <li key={sentence} className="wrap-anywhere">
            {sentence}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

/** The buttons that visitors will not see, a sentence each. */
const leftOutOf = ({ sections, hidden }: AdminHome): string[] =>
  sections
    .flatMap(({ buttons = [] }) => buttons)
    .flatMap(({ label, href }) => {
      const reason = hiddenReasonOf(hidden, href)
      return reason ? [`The button “${label}” is left out. ${reason}`] : []
    })

export function DiscardDialog({ home, onClose }: DialogProps) {
  async function discard() {
    await call(storefrontClient.home.draft.$delete({ query: { version: String(home.version) } })).finally(homeChanged)
    toast.success('The draft was discarded')
    onClose()
  }
  return (
    <ConfirmDialog
      danger
      title="Discard the draft?"
      description="What you prepared is lost. The public home page stays."
      confirmLabel="Discard draft"
      onConfirm={discard}
      onOpenChange={onClose}
    />
  )
}
