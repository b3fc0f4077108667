import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { IconButton } from '#ui/buttons/icon-button.tsx'
import { CONTROL_CLASS } from '#ui/forms/field.tsx'
import { Lazy, lazyPart } from '#ui/lazy.tsx'
import { usePopover } from '../account/account.tsx'
import type { Combobox, PressKey } from './suggestions.tsx'

const SUGGESTIONS = lazyPart(() => import('./suggestions.tsx'))
const CLOSED: Combobox = { isOpen: false, activeId: undefined }

/**
 * The search of the shop. Below 1280 px a button opens the field under the header; it is a popover, so it opens before any script has run.
 * Enter leads to the store with the words. The suggestions load with the first focus.
 */
export function HeaderSearch() {
  const popover = usePopover()
  const input = useRef<HTMLInputElement>(null)
  const pressKey = useRef<PressKey>(undefined)
  const [text, setText] = useState('')
  const [isUsed, setUsed] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const [{ isOpen, activeId }, setCombobox] = useState(CLOSED)
  const { key } = useLocation()
  const navigate = useNavigate()
  // The words stand in the store's own field after a search.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what says that the page changed.
  useEffect(() => {
    if (input.current) input.current.value = ''
    setText('')
  }, [key])

  function submit(event: FormEvent) {
    event.preventDefault()
    const q = input.current!.value.trim()
    void navigate(q ? `/store?${new URLSearchParams({ q })}` : '/store')
  }
  function enter({ target }: FocusEvent<HTMLInputElement>) {
    setUsed(true)
    setFocus(true)
    // What was typed before the scripts ran.
    setText(target.value)
  }
  return (
    <>
      <IconButton icon="search" label="Search" popoverTarget="header-search" className="xl:hidden" />
      <div
        ref={popover}
        id="header-search"
        popover="auto"
        onToggle={({ newState }) => newState === 'open' && input.current?.focus()}
        className="search-place"
      >
        <search aria-label="Shop">
          <form action="/store" onSubmit={submit} className="relative">
            <input
              ref={input}
              name="q"
              role="combobox"
              aria-label="Search products"
              aria-autocomplete="list"
              aria-expanded={isOpen}
              aria-controls="suggestions"
              aria-activedescendant={activeId}
              placeholder="Search products"
              enterKeyHint="search"
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              maxLength={100}
              className={`${CONTROL_CLASS} pr-11!`}
              onFocus={enter}
              onBlur={() => setFocus(false)}
              onChange={({ target }) => setText(target.value)}
              onKeyDown={event => pressKey.current?.(event)}
            />
            <IconButton type="submit" icon="search" label="Find" className="absolute! inset-y-0 right-0" />
          </form>
        </search>
        {isUsed && <Lazy part={SUGGESTIONS} props={{ text, hasFocus, pressKey, onChange: setCombobox }} />}
      </div>
    </>
  )
}
