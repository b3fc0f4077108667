import { Button } from '#ui/buttons/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Difference } from './difference.tsx'
import type { ShownPreview } from './legal-client.ts'

type PublishDialogProps = { title: string; preview: ShownPreview; onPublish: () => void; onClose: () => void }

const inFigures = (count: number) => count.toLocaleString('en-US')

/** What a publication changes in the text in force, and who is told of it. */
export const PublishDialog = ({ title, preview, onPublish, onClose }: PublishDialogProps) => (
  <Dialog
    size="lg"
    title={`What changes in “${title}”`}
    onOpenChange={onClose}
    footer={
      <>
        <Button variant="secondary" onClick={onClose}>
          Back
        </Button>
        <Button onClick={onPublish}>{preview.isChanged ? `Publish version ${preview.nextVersion}` : 'Publish'}</Button>
      </>
    }
  >
    <div className="flex flex-col gap-5">
      <Notice kind={preview.isChanged ? 'warning' : 'info'}>{consequence(preview)}</Notice>
      {preview.isChanged && (
        <p className="text-muted text-sm">
          <ins className="font-semibold underline decoration-2 underline-offset-3">Underlined</ins> is added,{' '}
          <del className="line-through decoration-2">struck out</del> is removed. Fields show the values of today.
        </p>
      )}
      {preview.isChanged && <Difference lines={preview.lines} />}
    </div>
  </Dialog>
)

function consequence({ isChanged, notified, alsoChanged, nextVersion }: ShownPreview): string {
  if (!isChanged)
    return 'The words stay the same under the settings of today, so there is no new version and no notice.'
  const told =
    notified === 0
      ? 'No user is told: this text only explains.'
      : `${notified === 1 ? '1 user is' : `${inFigures(notified)} users are`} told in their dashboard and asked to accept it.`
  const also =
    alsoChanged.length === 0 ? '' : ` ${alsoChanged.join(' and ')} changes with it, because it names a clause.`
  return `It comes into force at once as version ${nextVersion}. ${told}${also}`
}
