import { Button } from '#ui/buttons/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { CardHead } from './card-facts.tsx'
import { CardScan } from './card-scan.tsx'
import { DeskList } from './desk-list.tsx'
import { RefuseFields } from './refuse-fields.tsx'
import { TypeForm } from './type-form.tsx'
import { useDeskWork } from './use-desk-work.ts'

/** Types opened cards one after another: the next card opens by itself, with the focus in its first field. */
export function TypeDesk({ mayType }: { mayType: boolean }) {
  const { card, done, taking, take, skip, stop, goOn } = useDeskWork('opened')
  return (
    <div className="flex flex-col gap-6">
      {done && (
        <Notice kind={done.notice ? 'warning' : 'success'} live title={done.message}>
          {done.notice}
        </Notice>
      )}
      <FormError>{taking.error?.message}</FormError>
      {card && mayType ? (
        // The key empties the form for the next card.
        <div key={card.number} className="flex max-w-4xl flex-col gap-6">
          <CardHead card={card} />
          <TypeForm card={card} onTyped={goOn} onSkip={skip} onStop={stop} />
          <CardScan card={card} />
          <RefuseFields card={card} onRefused={message => void goOn({ message })} />
        </div>
      ) : (
        <>
          {mayType && (
            <Button className="self-start" busy={taking.isPending} busyText="Taking..." onClick={() => take()}>
              Start typing
            </Button>
          )}
          <DeskList stage="opened" {...(mayType && { onTake: take, takeLabel: 'Type' })} />
        </>
      )}
    </div>
  )
}
