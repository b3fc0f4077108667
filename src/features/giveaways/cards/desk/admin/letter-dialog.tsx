import { useQuery } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { QueryBody } from '#ui/feedback/query-body.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { cardCalls, MAIL_DESK } from './mail-desk-client.ts'

/** The letter to the sender of a refused card, to print. */
export function LetterDialog({ number, onClose }: { number: number; onClose: () => void }) {
  const letter = useQuery({
    queryKey: [MAIL_DESK, 'letter', number],
    queryFn: () => call(cardCalls().letter.$get({ param: { number: String(number) } })),
  })
  return (
    <Dialog size="md" onOpenChange={onClose} title={`Letter of card ${number}`}>
      <QueryBody query={letter} loading={<SkeletonText lines={8} />}>
        {({ subject, lines, sender, wasMailed }) => (
          <div className="flex flex-col gap-4">
            {wasMailed && <p className="text-muted text-sm">An e-mail with these words was sent.</p>}
            <article data-slip className="flex flex-col gap-4 text-sm">
              <address className="whitespace-pre-line not-italic">
                {sender.name}
                {sender.address && `\n${sender.address}`}
              </address>
              <h3 className="text-base">{subject}</h3>
              {lines.map(line => (
                <p key={line} className="wrap-anywhere">
                  {line}
                </p>
              ))}
            </article>
            <Button className="self-start" onClick={() => window.print()}>
              Print
            </Button>
          </div>
        )}
      </QueryBody>
    </Dialog>
  )
}
