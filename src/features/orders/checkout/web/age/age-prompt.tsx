import { keepAgeAnswer } from '#features/identity/age/age-answer.ts'
import { useSettings } from '#kernel/client/site.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { underAge } from './under-age.ts'

/** Asks for the age once per browser, before the first payment. Default export because the prompt loads lazily. */
export default function AgePrompt({ onAnswer }: { onAnswer: (isOldEnough: boolean) => void }) {
  const { minimumAge } = useSettings()
  function answer(isOldEnough: boolean) {
    keepAgeAnswer(isOldEnough ? 'verified' : 'declined')
    onAnswer(isOldEnough)
  }
  return (
    <Dialog
      size="sm"
      title="Confirm your age"
      description={`${underAge(minimumAge)}.`}
      onOpenChange={() => onAnswer(false)}
      footer={
        <>
          <Button variant="secondary" onClick={() => answer(false)}>
            I am under {minimumAge}
          </Button>
          <Button onClick={() => answer(true)}>I am {minimumAge} or older</Button>
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
