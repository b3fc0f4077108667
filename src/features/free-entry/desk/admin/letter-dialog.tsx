import { useQuery } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { PrintDialog } from '../../cards/admin/print-dialog.tsx'
import { cardCalls, MAIL_DESK } from './mail-desk-client.ts'

/** The letter to the sender of a refused card, to print. */
export function LetterDialog({ number, onClose }: { number: number; onClose: () => void }) {
  const letter = useQuery({
    queryKey: [MAIL_DESK, 'letter', number],
    queryFn: () => call(cardCalls().letter.$get({ param: { number: String(number) } })),
  })
  return (
    <PrintDialog title={`Letter of card ${number}`} query={letter} onClose={onClose}>
      {({ subject, lines, sender, wasMailed }) => (
        <>
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
        </>
      )}
    </PrintDialog>
  )
}
