import { zodResolver } from '@hookform/resolvers/zod'
import { useWatch } from 'react-hook-form'
import { type VendorFields, vendorFields } from '#src/contract/vendor.ts'
import { api, ask } from '../../api.ts'
import { EditForm } from '../../blocks/EditForm.tsx'
import { TextAreaField, TextField } from '../../blocks/fields.tsx'
import { MergeDialog } from '../../blocks/MergeDialog.tsx'
import { ImageField } from '../../library/ImageField.tsx'
import { TwinWarning } from '../../library/TwinWarning.tsx'
import { useDelayed } from '../../library/use-delayed.ts'
import { type Stored, useEntryForm } from '../../library/use-entry-form.ts'
import { links } from '../../links.ts'
import { VENDOR_LABELS as LABELS, vendorCalls } from './vendor-calls.ts'

type VendorFormProps = { id?: string; from: Stored<VendorFields>; onClose: () => void }

/** Everything a vendor is; the bounds are those of the product description. (product 5) */
export function VendorForm({ id = '', from, onClose }: VendorFormProps) {
  const { form, conflict, merge, drop, save, isBusy } = useEntryForm({
    noun: 'vendor',
    stale: ['vendors'],
    resolver: zodResolver(vendorFields),
    id,
    from,
    create: vendorCalls.create,
    update: vendorCalls.update,
    read: vendorCalls.read,
    onSaved: onClose,
  })
  return (
    <>
      <EditForm form={form} onSubmit={save} label="Save vendor" isBusy={isBusy} onCancel={onClose}>
        <TextField name="vendorName" label={LABELS.vendorName} autoComplete="off" />
        <VendorTwins except={id} />
        <ImageField name="logoUrl" kind="logo" alt={`Logo of ${form.getValues('vendorName') || 'the vendor'}`} />
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
      </EditForm>
      {conflict && <MergeDialog {...conflict} labels={LABELS} onMerged={merge} onClose={drop} />}
    </>
  )
}

function VendorTwins({ except }: { except: string }) {
  const [name, website, email] = useWatch<VendorFields, ['vendorName', 'websiteUrl', 'contactEmail']>({
    name: ['vendorName', 'websiteUrl', 'contactEmail'],
  })
  const asked = { name: useDelayed(name), website: useDelayed(website ?? ''), email: useDelayed(email ?? '') }
  const query = { ...asked, ...(except && { except }) }
  return (
    <TwinWarning
      kind="vendors"
      asked={query}
      find={() => ask(() => api.vendors.duplicates.$get({ query }))}
      linkTo={(id) => links.vendors({ edit: id })}
    />
  )
}
