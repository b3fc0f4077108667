import { useMutation } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Difference } from './difference.tsx'
import { legalClient, legalTextsChanged, type ShownTemplate } from './legal-client.ts'

type ShippedChangesProps = { template: ShownTemplate; isEdited: boolean; onKept: () => void }

/** What a release changed in the shipped text. A save of the own text keeps it too. */
export function ShippedChanges({ template, isEdited, onKept }: ShippedChangesProps) {
  const { kind, version, isShippedNewer, shippedChanges } = template
  const keep = useMutation({
    mutationFn: () => call(legalClient[':kind'].keep.$post({ param: { kind }, json: { version } })),
    async onSuccess() {
      await legalTextsChanged()
      toast.success('Your text stays')
      onKept()
    },
    onError: error => toast.error(error.message),
  })
  if (!isShippedNewer) return null
  return (
    <Notice kind="warning" title="The shipped text has changed">
      <p className="mb-3">Your own text stays in force. Take over what you need, or keep yours.</p>
      <Difference lines={shippedChanges} />
      <Button className="mt-3" size="sm" variant="secondary" mutation={keep} disabled={isEdited}>
        Keep our text
      </Button>
    </Notice>
  )
}
