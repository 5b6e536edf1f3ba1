import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import {
  PRODUCT_KINDS,
  type ProductEntry,
  type ProductFields,
  type ProductKind,
  productFields,
} from '#src/contract/shop-product.ts'
import { toSlug } from '#src/contract/slug.ts'
import { EditForm } from '../../blocks/EditForm.tsx'
import { CheckField, LinesField, SelectField, TextAreaField, TextField } from '../../blocks/fields.tsx'
import { type EntryFormProps, useLibraryForm } from '../../library/use-library-form.ts'
import { MarkdownField } from './MarkdownField.tsx'
import { PictureFields } from './PictureFields.tsx'
import { products, variantsText } from './product-calls.ts'
import { VariantRows } from './VariantRows.tsx'

const LABELS: Record<keyof ProductFields, string> = {
  slug: 'Page address',
  title: 'Title',
  kind: 'Kind',
  summary: 'Summary',
  description: 'What it is',
  contents: 'What is inside',
  usage: 'On the floor',
  pictures: 'Pictures',
  isActive: 'Show in the shop',
  isTaxed: 'Sales tax is due',
  variants: 'Variants',
}
const KINDS = Object.entries(PRODUCT_KINDS).map(([kind, words]) => [kind as ProductKind, words] as const)

/** Everything that the page of a product says, and what can be ordered of it. */
export function ProductForm({ row, onClose }: EntryFormProps<ProductEntry>) {
  const edit = useLibraryForm(products, {
    row,
    onClose,
    schema: productFields,
    labels: LABELS,
    texts: {
      contents: (lines) => lines.join('\n'),
      pictures: (pictures) => pictures.map(({ alt }) => alt).join('\n'),
      variants: variantsText,
    },
  })
  return (
    <EditForm {...edit}>
      <TextField name="title" label={LABELS.title} maxLength={120} autoComplete="off" />
      <SlugField isNew={row === undefined} />
      <SelectField name="kind" label={LABELS.kind} options={KINDS} />
      <TextAreaField
        name="summary"
        label={LABELS.summary}
        rows={2}
        maxLength={200}
        hint="One or two sentences for the catalog and for search engines."
      />
      <VariantRows stored={row?.variants ?? []} />
      <PictureFields />
      <MarkdownField name="description" label={LABELS.description} rows={8} />
      <LinesField name="contents" label={LABELS.contents} rows={4} hint="One line for each thing. Up to 30 lines." />
      <MarkdownField
        name="usage"
        label={LABELS.usage}
        rows={6}
        hint="How it is used in the plant. You can leave it out."
      />
      <CheckField name="isTaxed" label={LABELS.isTaxed} hint="Off for seat vouchers, for example." />
      <CheckField
        name="isActive"
        label={LABELS.isActive}
        hint="Visitors see it, and can order the variants that are shown."
      />
    </EditForm>
  )
}

/** The address of a new product follows its title until an address is typed. */
function SlugField({ isNew }: { isNew: boolean }) {
  const { watch, getFieldState, setValue } = useFormContext<ProductFields>()
  const title = watch('title')
  useEffect(() => {
    if (isNew && !getFieldState('slug').isDirty) setValue('slug', toSlug(title, 100))
  }, [isNew, title, getFieldState, setValue])
  return (
    <TextField
      name="slug"
      label={LABELS.slug}
      maxLength={100}
      autoCapitalize="off"
      spellCheck={false}
      hint={
        isNew
          ? 'The last part of the address, such as bearing-practice-kit.'
          : 'Links to the old address redirect to the new one.'
      }
    />
  )
}
