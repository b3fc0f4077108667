import { getSchema } from '@tiptap/core'
import type { EditorView } from '@tiptap/pm/view'
import { EditorContent, useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { type ComponentProps, useEffect, useRef } from 'react'
import { linkTo } from '#kernel/rich-text/allow-list.ts'
import { cleanRichText } from '#kernel/rich-text/clean-rich-text.ts'
import { classNames } from '../class-names.ts'
import { CONTROL_CLASS, type ControlProps, Field } from '../forms/field.tsx'
import { documentOf, sliceOf } from './rich-text-document.ts'
import { RichTextToolbar } from './rich-text-toolbar.tsx'

/** What the allow-list has, and nothing else. Links have no attributes but their address: the server adds the others. */
const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: {
      openOnClick: false,
      HTMLAttributes: { target: null, rel: null, class: null },
      isAllowedUri: href => linkTo(href) !== undefined,
    },
    // It would end each text with an empty paragraph.
    trailingNode: false,
    gapcursor: false,
  }),
]
const SCHEMA = getSchema(EXTENSIONS)

type RichTextFieldProps = Pick<ComponentProps<typeof Field>, 'hint' | 'error' | 'id' | 'required'> & {
  label: string
  /** HTML. A value that the field did not give itself replaces the text. */
  value: string
  onChange: (html: string) => void
}

/** A text with headings, lists and links. It loads an editor of 160 KB, so only staff screens that are loaded apart have it. */
export const RichTextField = ({ value, onChange, ...texts }: RichTextFieldProps) => (
  <Field {...texts}>
    {control => <RichTextControl {...{ value, onChange, control, label: texts.label, required: texts.required }} />}
  </Field>
)

type ControlOptions = Pick<RichTextFieldProps, 'value' | 'onChange' | 'label' | 'required'> & { control: ControlProps }

function RichTextControl({ value, onChange, label, required, control }: ControlOptions) {
  const given = useRef(value)
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: documentOf(SCHEMA, value),
    // Its style element is refused by the policy of the page.
    injectCSS: false,
    // The page is rendered on the server, where no editor is.
    immediatelyRender: false,
    editorProps: {
      attributes: () => ({
        id: control.id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        ...(required && { 'aria-required': 'true' }),
        class: classNames(CONTROL_CLASS, 'rich-text min-h-60 max-w-none! whitespace-break-spaces wrap-anywhere'),
      }),
      handleDOMEvents: {
        // The key moves the focus. In a list, the library would move the line where the focus only passes.
        keydown: (_view, event) => event.key === 'Tab',
        paste: (view, event) => insert(view, event, event.clipboardData),
        drop: (view, event) => (view.dragging ? false : insert(view, event, event.dataTransfer)),
      },
    },
    onUpdate({ editor }) {
      // As the server writes it, so that a text that was changed back is unchanged.
      given.current = cleanRichText(editor.getHTML()).html
      onChange(given.current)
    },
  })
  useEffect(() => {
    if (!editor || value === given.current) return
    given.current = value
    editor.commands.setContent(documentOf(SCHEMA, value), { emitUpdate: false })
  }, [editor, value])
  // The library reads these attributes once.
  useEffect(() => {
    if (!editor) return
    for (const name of ['aria-describedby', 'aria-invalid'] as const) {
      const said = control[name]
      if (said) editor.view.dom.setAttribute(name, String(said))
      else editor.view.dom.removeAttribute(name)
    }
  })
  return (
    <div className="flex flex-col gap-2">
      {editor && <RichTextToolbar editor={editor} />}
      <EditorContent editor={editor} />
    </div>
  )
}

/** The library parses what is pasted with a parser that the policy of the page refuses. Text without HTML is left to it. */
function insert(view: EditorView, event: Event, data: DataTransfer | null): boolean {
  const html = data?.getData('text/html')
  if (!html) return false
  event.preventDefault()
  view.dispatch(view.state.tr.replaceSelection(sliceOf(view.state.schema, html)).scrollIntoView())
  return true
}
