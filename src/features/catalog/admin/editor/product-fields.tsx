import { FormSection } from '#ui/forms/form-section.tsx'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { PictureList } from '#ui/picture-list/picture-list.tsx'
import { PriceAndCredits } from './price-fields.tsx'
import { type FieldsProps, wired } from './product-form.ts'
import { VariantFields } from './variant-fields.tsx'

const UPLOAD_MESSAGES = {
  allFailed: 'Image upload failed. Ensure S3 is configured…',
  someFailed: 'Some image uploads failed. Please try again.',
}

/** All fields of a product, in the usual order of entry. */
export function ProductFields(props: FieldsProps) {
  const { draft, errors, set, setPictures, onUploading } = props
  return (
    <div className="flex flex-col gap-8">
      <Words {...props} />
      <PriceAndCredits {...props} />
      <FormSection title="Variants and stock">
        <VariantFields
          variants={draft.variants}
          pictures={draft.pictures}
          errors={errors}
          onChange={variants => set({ variants })}
        />
      </FormSection>
      <FormSection title="Pictures">
        <PictureList
          path="/api/products/images"
          ratio="square"
          messages={UPLOAD_MESSAGES}
          pictures={draft.pictures}
          onUploading={onUploading}
          defaultAlt={draft.name}
          error={errors.pictures ?? errors.images}
          onChange={setPictures}
        />
      </FormSection>
      <Details {...props} />
    </div>
  )
}

function Words(props: FieldsProps) {
  const field = wired(props)
  return (
    <FormSection title="Product">
      <TextField label="Name" required maxLength={120} {...field('name')} />
      <TextAreaField label="Description" maxLength={5000} {...field('description')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Category"
          maxLength={60}
          hint="Empty: the tier"
          list="product-categories"
          autoComplete="off"
          {...field('category')}
        />
        <datalist id="product-categories">
          {props.categories.map(category => (
            <option key={category} value={category} />
          ))}
        </datalist>
        <TextField label="Address" maxLength={140} hint="Empty: made from the name" prefix="/" {...field('slug')} />
      </div>
    </FormSection>
  )
}

function Details(props: FieldsProps) {
  const field = wired(props)
  return (
    <FormSection title="Details">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextAreaField label="Features" hint="One per line" {...field('features')} />
        <TextAreaField label="Specifications" hint="One per line, such as Weight: 1 lb" {...field('specifications')} />
      </div>
    </FormSection>
  )
}
