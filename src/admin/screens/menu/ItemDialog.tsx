import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { menuItemInput, type StoredMenuItem } from '#src/contract/navigation.ts'
import { FormDialog } from '../../blocks/FormDialog.tsx'
import { CheckField, TextField } from '../../blocks/fields.tsx'
import { useVersionedForm } from '../../blocks/use-versioned-form.tsx'
import { VIEWER_NAMES } from './BarPreview.tsx'
import { addItem, changeItem, menuQuery } from './menu-items.ts'

const schema = menuItemInput.omit({ displayOrder: true })

const LABELS = {
  label: 'Label',
  href: 'Address',
  isActive: 'Active',
  isExternal: 'Opens in a new tab',
  visibleToAnonymous: VIEWER_NAMES.anonymous,
  visibleToUser: VIEWER_NAMES.user,
  visibleToAdmin: VIEWER_NAMES.admin,
}

/** The form of one item; a new one without `item`. Its place is chosen in the list. */
export function ItemDialog({ item, onClose }: { item?: StoredMenuItem | undefined; onClose: () => void }) {
  const queries = useQueryClient()
  const edit = useVersionedForm({
    row: item,
    getFields,
    resolver: zodResolver(schema),
    labels: LABELS,
    save: ({ fields, over, newId }) =>
      over ? changeItem(over.id, { version: over.version, ...fields }) : addItem({ id: newId, ...fields }),
    refetch: async (newId) => (await queries.fetchQuery(menuQuery)).items.find(({ id }) => id === (item?.id ?? newId)),
    done: item ? 'Menu item updated' : 'Menu item added',
    failed: item ? 'Failed to update menu item' : 'Failed to add menu item',
    stale: [menuQuery.queryKey],
    onSaved: onClose,
  })
  return (
    <FormDialog
      {...edit}
      title={item ? 'Edit menu item' : 'New menu item'}
      label={item ? 'Save item' : 'Add item'}
      loss="Your changes to this item will be lost."
      onClose={onClose}
    >
      <TextField name="label" label={LABELS.label} maxLength={100} />
      <TextField
        name="href"
        label={LABELS.href}
        inputMode="url"
        autoCapitalize="off"
        spellCheck={false}
        hint="A path such as /events or a web address. #event opens the featured event, #report-modal the report form."
      />
      <fieldset className="grid gap-3">
        <legend className="mb-2 font-semibold">Visible to</legend>
        <CheckField name="visibleToAnonymous" label={LABELS.visibleToAnonymous} hint="Anyone who is not signed in." />
        <CheckField name="visibleToUser" label={LABELS.visibleToUser} hint="Signed-in users without a role." />
        <CheckField name="visibleToAdmin" label={LABELS.visibleToAdmin} hint="Owners, admins and moderators." />
      </fieldset>
      <CheckField name="isActive" label={LABELS.isActive} hint="Only active items appear in the navigation bar." />
      <CheckField name="isExternal" label={LABELS.isExternal} />
    </FormDialog>
  )
}

function getFields(item: StoredMenuItem | undefined): z.output<typeof schema> {
  return {
    label: item?.label ?? '',
    href: item?.href ?? '',
    isActive: item?.isActive ?? true,
    isExternal: item?.isExternal ?? false,
    visibleToAnonymous: item?.visibleToAnonymous ?? true,
    visibleToUser: item?.visibleToUser ?? true,
    visibleToAdmin: item?.visibleToAdmin ?? true,
  }
}
