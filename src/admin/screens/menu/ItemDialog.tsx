import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { MENU_ITEM_LABELS, type MenuItemFields, menuItemFields, type StoredMenuItem } from '#src/contract/navigation.ts'
import { FormDialog } from '../../blocks/FormDialog.tsx'
import { CheckField, TextField } from '../../blocks/fields.tsx'
import { useVersionedForm } from '../../blocks/use-versioned-form.tsx'
import { addItem, changeItem, menuQuery } from './menu-items.ts'

/** The form of one item; a new one without `item`. Its place is chosen in the list. */
export function ItemDialog({ item, onClose }: { item?: StoredMenuItem | undefined; onClose: () => void }) {
  const queries = useQueryClient()
  const edit = useVersionedForm({
    row: item,
    getFields,
    resolver: zodResolver(menuItemFields),
    labels: MENU_ITEM_LABELS,
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
      <MenuItemInputs />
    </FormDialog>
  )
}

/** The fields of a menu item. */
export function MenuItemInputs() {
  return (
    <>
      <TextField name="label" label={MENU_ITEM_LABELS.label} maxLength={100} />
      <TextField
        name="href"
        label={MENU_ITEM_LABELS.href}
        inputMode="url"
        autoCapitalize="off"
        spellCheck={false}
        hint="A path such as /events or a web address. #event opens the featured event, #report-modal the report form."
      />
      <fieldset className="grid gap-3">
        <legend className="mb-2 font-semibold">Visible to</legend>
        <CheckField
          name="visibleToAnonymous"
          label={MENU_ITEM_LABELS.visibleToAnonymous}
          hint="Anyone who is not signed in."
        />
        <CheckField
          name="visibleToUser"
          label={MENU_ITEM_LABELS.visibleToUser}
          hint="Signed-in users without a role."
        />
        <CheckField
          name="visibleToAdmin"
          label={MENU_ITEM_LABELS.visibleToAdmin}
          hint="Owners, admins and moderators."
        />
      </fieldset>
      <CheckField
        name="isActive"
        label={MENU_ITEM_LABELS.isActive}
        hint="Only active items appear in the navigation bar."
      />
      <CheckField name="isExternal" label={MENU_ITEM_LABELS.isExternal} />
    </>
  )
}

function getFields(item: StoredMenuItem | undefined): MenuItemFields {
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
