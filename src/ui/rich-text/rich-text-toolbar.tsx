import { Toolbar } from '@base-ui/react/toolbar'
import type { ChainedCommands, Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { type KeyboardEvent, useState } from 'react'
import { linkTo } from '#kernel/rich-text/allow-list.ts'
import { Button } from '../buttons/button.tsx'
import { classNames } from '../class-names.ts'
import { TextField } from '../forms/text-field.tsx'

type Control = {
  name: string
  /** What the button shows. */
  sign: string
  className?: string
  isOn?: (editor: Editor) => boolean
  isOffered?: (editor: Editor) => boolean
  act: (chain: ChainedCommands) => ChainedCommands
}

const heading = (level: 2 | 3, name: string): Control => ({
  name,
  sign: name,
  isOn: editor => editor.isActive('heading', { level }),
  act: chain => chain.toggleHeading({ level }),
})

const CONTROLS: readonly Control[] = [
  { name: 'Bold', sign: 'B', className: 'font-bold', isOn: on('bold'), act: chain => chain.toggleBold() },
  { name: 'Italic', sign: 'I', className: 'italic', isOn: on('italic'), act: chain => chain.toggleItalic() },
  {
    name: 'Underlined',
    sign: 'U',
    className: 'underline',
    isOn: on('underline'),
    act: chain => chain.toggleUnderline(),
  },
  { name: 'Struck out', sign: 'S', className: 'line-through', isOn: on('strike'), act: chain => chain.toggleStrike() },
  heading(2, 'Heading'),
  heading(3, 'Subheading'),
  { name: 'List', sign: 'List', isOn: on('bulletList'), act: chain => chain.toggleBulletList() },
  { name: 'Numbered list', sign: '1. 2. 3.', isOn: on('orderedList'), act: chain => chain.toggleOrderedList() },
  { name: 'Quote', sign: 'Quote', isOn: on('blockquote'), act: chain => chain.toggleBlockquote() },
  { name: 'Line', sign: 'Line', act: chain => chain.setHorizontalRule() },
]
const HISTORY: readonly Control[] = [
  { name: 'Undo', sign: 'Undo', isOffered: editor => editor.can().undo(), act: chain => chain.undo() },
  { name: 'Redo', sign: 'Redo', isOffered: editor => editor.can().redo(), act: chain => chain.redo() },
]

function on(name: string) {
  return (editor: Editor) => editor.isActive(name)
}

const BUTTON_CLASS =
  'inline-flex min-h-9 min-w-9 items-center justify-center rounded-sm border border-transparent px-2 text-sm transition-colors ' +
  'hover:bg-raised aria-pressed:border-signal aria-pressed:bg-raised aria-disabled:opacity-45'

/** The buttons above a text: one stop of the Tab key, then the arrow keys. */
export function RichTextToolbar({ editor }: { editor: Editor }) {
  const [isLinking, setLinking] = useState(false)
  const isLink = useEditorState({ editor, selector: ({ editor }) => editor.isActive('link') })
  return (
    <div className="flex flex-col gap-2">
      <Toolbar.Root aria-label="Format" className="flex flex-wrap gap-1">
        {CONTROLS.map(control => (
          <ToolButton key={control.name} editor={editor} control={control} />
        ))}
        <Toolbar.Button
          className={BUTTON_CLASS}
          aria-pressed={isLink}
          aria-expanded={isLinking}
          onClick={() => setLinking(now => !now)}
        >
          Link
        </Toolbar.Button>
        {HISTORY.map(control => (
          <ToolButton key={control.name} editor={editor} control={control} />
        ))}
      </Toolbar.Root>
      {isLinking && <LinkForm editor={editor} onDone={() => setLinking(false)} />}
    </div>
  )
}

function ToolButton({ editor, control }: { editor: Editor; control: Control }) {
  const { isOn, isOffered } = useEditorState({
    editor,
    selector: ({ editor }) => ({ isOn: control.isOn?.(editor), isOffered: control.isOffered?.(editor) ?? true }),
  })
  return (
    <Toolbar.Button
      aria-label={control.name}
      aria-pressed={isOn}
      disabled={!isOffered}
      className={classNames(BUTTON_CLASS, control.className)}
      onClick={() => control.act(editor.chain().focus()).run()}
    >
      {control.sign}
    </Toolbar.Button>
  )
}

const NO_LINK = 'A link begins with https://, mailto: or tel:, or with / for a page of the shop.'

/** People type `example.com`, which an address would take for a page beside this one. */
const withScheme = (typed: string) => (/^[\w-]+(\.[\w-]+)+(\/|$)/.test(typed) ? `https://${typed}` : typed)

/** The address of the selected words. It stands in the form of the text, so it is no form of its own. */
function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const [typed, setTyped] = useState<string>(() => editor.getAttributes('link').href ?? '')
  const [error, setError] = useState<string>()
  const words = () => editor.chain().focus().extendMarkRange('link')
  function set() {
    const link = linkTo(withScheme(typed.trim()))
    if (!link) return setError(NO_LINK)
    const { href } = link
    // Without selected words, the address is the words.
    if (editor.state.selection.empty && !editor.isActive('link'))
      editor
        .chain()
        .focus()
        .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
        .run()
    else words().setLink({ href }).run()
    onDone()
  }
  function remove() {
    words().unsetLink().run()
    onDone()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    set()
  }
  return (
    <div className="flex flex-wrap items-end gap-2">
      <TextField
        label="Address of the link"
        className="min-w-0 flex-1 basis-60"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        maxLength={2000}
        value={typed}
        error={error}
        onChange={({ target }) => {
          setTyped(target.value)
          setError(undefined)
        }}
        onKeyDown={onKeyDown}
      />
      <Button size="sm" variant="secondary" onClick={set}>
        Set link
      </Button>
      {editor.isActive('link') && (
        <Button size="sm" variant="quiet" onClick={remove}>
          Remove link
        </Button>
      )}
    </div>
  )
}
