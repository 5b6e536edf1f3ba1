import { CheckField, TextField } from '../../blocks/fields.tsx'
import { VIEWER_NAMES } from './SeenBy.tsx'

/** What people call the fields of an item. */
export const LABELS = {
  label: 'Label',
  href: 'Address',
  isActive: 'Active',
  isExternal: 'Opens in a new tab',
  visibleToAnonymous: VIEWER_NAMES.anonymous,
  visibleToUser: VIEWER_NAMES.user,
  visibleToAdmin: VIEWER_NAMES.admin,
}

/** The fields of an item. Its place is chosen in the list. */
export function ItemFields() {
  return (
    <>
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
    </>
  )
}
