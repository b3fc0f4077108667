import { useMutation } from '@tanstack/react-query'
import { Button } from '#ui/button.tsx'
import type { ButtonLook } from '#ui/button-class.ts'
import { FormError } from '#ui/form-error.tsx'
import { savePdf } from './receipt-client.ts'

type SavePdfButtonProps = ButtonLook & { id: string; reference: string }

/** Saves the receipt as a PDF. What went wrong stands below until it is tried again. */
export function SavePdfButton({ id, reference, ...look }: SavePdfButtonProps) {
  const { mutate, isPending, error } = useMutation({ mutationFn: () => savePdf(id, reference) })
  return (
    <>
      <Button
        variant="secondary"
        {...look}
        icon="download"
        busy={isPending}
        busyText="Preparing..."
        onClick={() => mutate()}
      >
        Download PDF
      </Button>
      {error && (
        <div className="basis-full">
          <FormError>The PDF was not saved. {error.message}</FormError>
        </div>
      )}
    </>
  )
}
