import { useMutation } from '@tanstack/react-query'
import { Button, type ButtonLook } from '../buttons/button.tsx'
import { FormError } from '../forms/form-error.tsx'

type SavePdfButtonProps = ButtonLook & {
  /** Button text: "Download PDF". */
  children: string
  /** Fetches the PDF and saves it. Rejects with the sentence to show. */
  save: () => Promise<void>
}

/** Saves a document as a PDF. An error stays below the button until the next try. */
export function SavePdfButton({ children, save, ...look }: SavePdfButtonProps) {
  const { mutate, isPending, error } = useMutation({ mutationFn: save })
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
        {children}
      </Button>
      {error && (
        <div className="basis-full">
          <FormError>The PDF was not saved. {error.message}</FormError>
        </div>
      )}
    </>
  )
}
