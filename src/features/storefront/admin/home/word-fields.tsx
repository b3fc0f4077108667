import type { FieldProblems } from '#kernel/client/calls/field-problems.ts'
import type { HomeItem, HomeSectionId } from '#kernel/storefront/home/home.ts'
import { Button } from '#ui/buttons/button.tsx'
import { IconButton } from '#ui/buttons/icon-button.tsx'
import { FieldError } from '#ui/forms/field.tsx'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { PictureList } from '#ui/picture-list/picture-list.tsx'
import { MENU_ADDRESS_LENGTH, MENU_LABEL_LENGTH } from '../../contract.ts'
import { HEADLINE_LENGTH, HOME_BUTTONS, HOME_TEXT_LENGTH } from '../../home-contract.ts'
import { HOME_RULES } from '../../home-rules.ts'
import { type HiddenAddresses, HiddenNote } from '../hidden-note.tsx'
import type { SectionWords } from './home-form-state.ts'

type WordFieldsProps = {
  id: HomeSectionId
  /** Of the section in the body. */
  path: string
  words: SectionWords
  errors: FieldProblems
  hidden: HiddenAddresses
  onWords: (change: (now: SectionWords) => SectionWords, path: string) => void
  onUploading: (count: number) => void
}

const UPLOADS = {
  allFailed: 'The picture could not be uploaded',
  someFailed: 'The picture could not be uploaded',
}

/** The fields that staff may write in a section. */
export function WordFields(props: WordFieldsProps) {
  const { id, path, words, errors, onWords, onUploading } = props
  const { headline, text, picture, items } = words
  const problemAt = (field: string) => errors[`${path}.${field}`]
  return (
    <>
      {headline !== undefined && (
        <TextAreaField
          required
          rows={id === 'hero' ? 2 : 1}
          label="Headline"
          id={`home-${path}.headline`}
          maxLength={HEADLINE_LENGTH}
          value={headline}
          error={problemAt('headline')}
          onChange={({ target }) => onWords(now => ({ ...now, headline: target.value }), `${path}.headline`)}
        />
      )}
      {text !== undefined && (
        <TextAreaField
          label="Text"
          id={`home-${path}.text`}
          maxLength={HOME_TEXT_LENGTH}
          value={text}
          error={problemAt('text')}
          onChange={({ target }) => onWords(now => ({ ...now, text: target.value }), `${path}.text`)}
        />
      )}
      {items?.map((item, at) => (
        <ItemFields
          key={item.id}
          label={HOME_RULES[id].items![item.id]!}
          item={item}
          path={`${path}.items.${at}`}
          errors={errors}
          onChange={(next, changed) => onWords(now => ({ ...now, items: items.with(at, next) }), changed)}
        />
      ))}
      {picture !== undefined && (
        <fieldset id={`home-${path}.picture`} tabIndex={-1} className="flex flex-col gap-2">
          <legend className="mb-2 font-semibold text-sm">Picture in place of the shop’s own</legend>
          <PictureList
            path="/api/admin/home/images"
            pictures={picture ? [picture] : []}
            onChange={change =>
              onWords(
                now => ({ ...now, picture: change(now.picture ? [now.picture] : [])[0] ?? null }),
                `${path}.picture`,
              )
            }
            messages={UPLOADS}
            ratio="landscape"
            isCropOffered={false}
            defaultAlt=""
            max={1}
            onUploading={onUploading}
            error={problemAt('picture') ?? problemAt('picture.alt') ?? problemAt('picture.image')}
          />
        </fieldset>
      )}
      {words.buttons && <ButtonFields {...props} buttons={words.buttons} />}
    </>
  )
}

type ItemFieldsProps = {
  label: string
  item: HomeItem
  path: string
  errors: FieldProblems
  onChange: (item: HomeItem, path: string) => void
}

const ItemFields = ({ label, item, path, errors, onChange }: ItemFieldsProps) => (
  <fieldset className="flex flex-col gap-3">
    <legend className="mb-2 font-semibold">{label}</legend>
    <TextField
      required
      label={`Headline: ${label}`}
      id={`home-${path}.headline`}
      autoComplete="off"
      maxLength={HEADLINE_LENGTH}
      value={item.headline ?? ''}
      error={errors[`${path}.headline`]}
      onChange={({ target }) => onChange({ ...item, headline: target.value }, `${path}.headline`)}
    />
    {item.text !== undefined && (
      <TextAreaField
        label={`Text: ${label}`}
        id={`home-${path}.text`}
        maxLength={HOME_TEXT_LENGTH}
        value={item.text}
        error={errors[`${path}.text`]}
        onChange={({ target }) => onChange({ ...item, text: target.value }, `${path}.text`)}
      />
    )}
  </fieldset>
)

type Buttons = NonNullable<SectionWords['buttons']>

function ButtonFields({ path, errors, hidden, buttons, onWords }: WordFieldsProps & { buttons: Buttons }) {
  const setButtons = (next: Buttons, at: number | '' = '') =>
    onWords(now => ({ ...now, buttons: next }), `${path}.buttons${at === '' ? '' : `.${at}`}`)
  return (
    <fieldset className="flex flex-col gap-6 sm:gap-3">
      <legend className="mb-2 font-semibold text-sm">Buttons</legend>
      {buttons.map((button, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a button is its place; its words change while they are typed.
        <div key={at} className="grid items-start gap-3 sm:grid-cols-[1fr_1.4fr_auto]">
          <TextField
            required
            label={`Words of button ${at + 1}`}
            id={`home-${path}.buttons.${at}.label`}
            autoComplete="off"
            maxLength={MENU_LABEL_LENGTH}
            value={button.label}
            error={errors[`${path}.buttons.${at}.label`]}
            onChange={({ target }) => setButtons(buttons.with(at, { ...button, label: target.value }), at)}
          />
          <TextField
            required
            label={`Button ${at + 1} leads to`}
            id={`home-${path}.buttons.${at}.href`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={MENU_ADDRESS_LENGTH}
            value={button.href}
            error={errors[`${path}.buttons.${at}.href`]}
            onChange={({ target }) => setButtons(buttons.with(at, { ...button, href: target.value }), at)}
          />
          <span className="sm:pt-7">
            <IconButton
              icon="trash"
              label={`Remove button ${at + 1}`}
              onClick={() => setButtons(buttons.toSpliced(at, 1))}
            />
          </span>
          <div className="empty:hidden sm:col-span-3">
            <HiddenNote hidden={hidden} href={button.href} />
          </div>
        </div>
      ))}
      <FieldError id={`home-${path}.buttons`}>{errors[`${path}.buttons`]}</FieldError>
      {buttons.length < HOME_BUTTONS && (
        <Button
          variant="secondary"
          icon="plus"
          size="sm"
          className="self-start"
          onClick={() => setButtons([...buttons, { label: '', href: '' }])}
        >
          Add a button
        </Button>
      )}
    </fieldset>
  )
}
