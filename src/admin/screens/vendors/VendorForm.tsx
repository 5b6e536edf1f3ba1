import { useFormContext } from 'react-hook-form'
import { VENDOR_LABELS as LABELS, type VendorEntry, vendorFields } from '#src/contract/vendor.ts'
import { api, ask } from '../../api.ts'
import { EditForm } from '../../blocks/EditForm.tsx'
import { TextAreaField, TextField } from '../../blocks/fields.tsx'
import { DuplicateWarning } from '../../library/DuplicateWarning.tsx'
import { ImageField } from '../../library/ImageField.tsx'
import { type EntryFormProps, useLibraryForm } from '../../library/use-library-form.ts'
import { VendorFiguresPanel } from './VendorFiguresPanel.tsx'
import { vendors } from './vendor-calls.ts'

/** Everything a vendor is; the bounds are those of the product description. (product 5) */
export function VendorForm({ row, onClose }: EntryFormProps<VendorEntry>) {
  const edit = useLibraryForm(vendors, { row, onClose, schema: vendorFields, labels: LABELS })
  return (
    <>
      <EditForm {...edit}>
        <VendorInputs id={row?.id} />
      </EditForm>
      {row && <VendorFiguresPanel id={row.id} />}
    </>
  )
}

/** The fields of a vendor; `id` is that of a stored one. */
export function VendorInputs({ id }: { id?: string | undefined }) {
  const { getValues } = useFormContext()
  return (
    <>
      <TextField name="vendorName" label={LABELS.vendorName} autoComplete="off" />
      <DuplicateWarning
        kind="vendors"
        except={id}
        fields={{ name: 'vendorName', website: 'websiteUrl', email: 'contactEmail' }}
        find={(query) => ask(() => api.vendors.duplicates.$get({ query }))}
      />
      <ImageField name="logoUrl" kind="logo" alt={`Logo of ${getValues('vendorName') || 'the vendor'}`} />
      <TextField name="websiteUrl" label={LABELS.websiteUrl} type="url" inputMode="url" placeholder="https://" />
      <TextAreaField name="description" label={LABELS.description} hint="Shown to visitors. Up to 500 characters." />
      <TextField name="tags" label={LABELS.tags} hint="Helps you find it here. Up to 200 characters." />
      <fieldset className="grid gap-5 rounded-md border-2 border-line px-4 pt-2 pb-5 sm:grid-cols-2">
        <legend className="px-1 font-semibold">Contact (admins only)</legend>
        <TextField name="contactName" label={LABELS.contactName} autoComplete="off" />
        <TextField name="contactPhone" label={LABELS.contactPhone} type="tel" autoComplete="off" />
        <div className="sm:col-span-2">
          <TextField name="contactEmail" label={LABELS.contactEmail} type="email" autoComplete="off" />
        </div>
      </fieldset>
    </>
  )
}
