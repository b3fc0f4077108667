import { useState } from 'react'
import { checkAddress, type Place, type Suggestion } from '#kernel/shipping/us-address/address-check.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'

/**
 * Asks back an address that does not agree, by the server's rule, below the fields of a form.
 * @param use sets the form's fields to what is suggested.
 * @returns `question`, to be shown, and `confirmed`, to be sent beside the address.
 */
export function useAddressQuestion(place: Place, use: (suggestion: Suggestion) => void) {
  // What was confirmed holds for these words alone.
  const [kept, setKept] = useState('')
  const words = [place.city, place.state, place.postalCode].join('\n')
  const isKept = kept === words
  return {
    confirmed: isKept ? { addressConfirmed: true as const } : {},
    question: <AddressQuestion place={place} isKept={isKept} onUse={use} onKeep={() => setKept(words)} />,
  }
}

type QuestionProps = { place: Place; isKept: boolean; onUse: (suggestion: Suggestion) => void; onKeep: () => void }

function AddressQuestion({ place, isKept, onUse, onKeep }: QuestionProps) {
  const { contradiction } = checkAddress(place)
  return (
    <div role="status" className="empty:hidden">
      {contradiction && (
        <Notice kind="warning" title={isKept ? 'Kept as you wrote it' : 'Please check the address'}>
          <p>{sentenceOf(contradiction.words)}</p>
          {!isKept && (
            <div className="mt-3 mb-1 flex flex-wrap gap-2">
              {contradiction.suggestion && (
                <Button variant="secondary" size="sm" onClick={() => onUse(contradiction.suggestion!)}>
                  Use {placeInLine(contradiction.suggestion)}
                </Button>
              )}
              {contradiction.isPossible && (
                <Button variant="secondary" size="sm" onClick={onKeep}>
                  It is right as I wrote it
                </Button>
              )}
            </div>
          )}
        </Notice>
      )}
    </div>
  )
}

const sentenceOf = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
const placeInLine = ({ city, state, postalCode }: Suggestion) => `${city}, ${state} ${postalCode}`

/** For staff: what is doubtful in an address that is on file. Nothing for one that agrees. */
export function PlaceWarning({ address }: { address: Place }) {
  const { faults, contradiction } = checkAddress(address)
  const doubts = [
    ...(faults.state ? [`We do not know the state “${address.state}”.`] : []),
    ...(faults.postalCode ? [`We do not know the ZIP code “${address.postalCode}”.`] : []),
    ...(contradiction ? [sentenceOf(contradiction.words)] : []),
  ]
  if (doubts.length === 0) return null
  return (
    <Notice kind="warning" title="The address is doubtful">
      {doubts.map(doubt => (
        <p key={doubt}>{doubt}</p>
      ))}
    </Notice>
  )
}
