import { useSettings } from '#kernel/client/site.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { confirmAge, underAge } from './age-confirmed.ts'

/** Asks for the age once per browser, before the first payment. Default export because the prompt loads lazily. */
export default function AgePrompt({ onAnswer }: { onAnswer: (isOldEnough: boolean) => void }) {
  const { minimumAge } = useSettings()
  function accept() {
    confirmAge()
    onAnswer(true)
  }
  return (
    <Dialog
      open
      size="sm"
      title="Confirm your age"
      description={`${underAge(minimumAge)}.`}
      onOpenChange={() => onAnswer(false)}
      footer={
        <>
          <Button variant="secondary" onClick={() => onAnswer(false)}>
            I am under {minimumAge}
          </Button>
          <Button onClick={accept}>I am {minimumAge} or older</Button>
        </>
      }
    >
      <p>
        We compare your answer with the birth date in your account. See{' '}
        <TextLink to="/legal#age-verification" target="_blank">
          Age Verification
        </TextLink>
        .
      </p>
    </Dialog>
  )
}
