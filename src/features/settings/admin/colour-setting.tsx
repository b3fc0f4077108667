import { useEffect, useState } from 'react'
import { Button } from '#ui/buttons/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { TextField } from '#ui/forms/text-field.tsx'

type ColourSettingProps = {
  texts: { id: string; label: string; hint: string | undefined; error: string | undefined; disabled: boolean }
  value: string
  onChange: (value: string) => void
}

const HEX = /^#[0-9a-f]{6}$/i

/** A colour, checked while it is chosen: one that cannot be read in both themes names the nearest that can. */
export function ColourSetting({ texts, value, onChange }: ColourSettingProps) {
  const suggestion = useSuggestion(value)
  return (
    <div className="flex flex-col gap-2">
      <TextField
        {...texts}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        suffix={
          <input
            type="color"
            aria-label={`Pick: ${texts.label}`}
            disabled={texts.disabled}
            value={HEX.test(value) ? value : '#000000'}
            onChange={({ target }) => onChange(target.value)}
            className="mr-1 size-9 cursor-pointer rounded-sm border-0 bg-transparent p-1"
          />
        }
      />
      {suggestion && (
        <Notice kind="warning" live>
          <p>This colour cannot be read in both themes. The nearest that can is {suggestion}.</p>
          <Button size="sm" variant="secondary" className="mt-2" onClick={() => onChange(suggestion)}>
            Take {suggestion}
          </Button>
        </Notice>
      )}
    </div>
  )
}

/** The nearest colour that passes; null while the typed one does, or is none. The colour spaces load with the field. */
function useSuggestion(value: string): string | null {
  const [suggestion, setSuggestion] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    setSuggestion(null)
    if (!HEX.test(value)) return
    void import('#kernel/brand/accent.ts').then(
      ({ suggestionFor }) => isCurrent && setSuggestion(suggestionFor(value.toLowerCase())),
    )
    return () => {
      isCurrent = false
    }
  }, [value])
  return suggestion
}
