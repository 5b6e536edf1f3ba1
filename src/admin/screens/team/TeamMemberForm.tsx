import { useFormContext } from 'react-hook-form'
import { TEAM_LABELS, type TeamEntry, teamFields } from '#src/contract/team-member.ts'
import { api, ask } from '../../api.ts'
import { EditForm } from '../../blocks/EditForm.tsx'
import { TextAreaField, TextField } from '../../blocks/fields.tsx'
import { DuplicateWarning } from '../../library/DuplicateWarning.tsx'
import { ImageField } from '../../library/ImageField.tsx'
import { type EntryFormProps, useLibraryForm } from '../../library/use-library-form.ts'
import { team } from './team-calls.ts'

/** Everything a team member is; the bounds are those of the product description. (product 5) */
export function TeamMemberForm({ row, onClose }: EntryFormProps<TeamEntry>) {
  const edit = useLibraryForm(team, { row, onClose, schema: teamFields, labels: TEAM_LABELS })
  return (
    <EditForm {...edit}>
      <TeamMemberInputs id={row?.id} />
    </EditForm>
  )
}

/** The fields of a team member; `id` is that of a stored one. */
export function TeamMemberInputs({ id }: { id?: string | undefined }) {
  const { getValues } = useFormContext()
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField name="fullName" label={TEAM_LABELS.fullName} autoComplete="off" />
        <TextField name="title" label={TEAM_LABELS.title} autoComplete="off" />
      </div>
      <DuplicateWarning
        kind="team"
        except={id}
        fields={{ name: 'fullName', email: 'email' }}
        find={(query) => ask(() => api.team.duplicates.$get({ query }))}
      />
      <ImageField name="photoUrl" kind="photo" alt={`Portrait of ${getValues('fullName') || 'the team member'}`} />
      <TextAreaField name="bio" label={TEAM_LABELS.bio} rows={8} hint="Shown to visitors. Up to 2,000 characters." />
      <TextField
        name="credentials"
        label={TEAM_LABELS.credentials}
        hint="Shown after the name, e.g. CMRP. Up to 200 characters."
      />
      <TextField
        name="specialties"
        label={TEAM_LABELS.specialties}
        hint="Helps you find them here. Up to 300 characters."
      />
      <fieldset className="grid gap-5 rounded-md border-2 border-line px-4 pt-2 pb-5 sm:grid-cols-2">
        <legend className="px-1 font-semibold">Contact (admins only)</legend>
        <TextField name="email" label={TEAM_LABELS.email} type="email" autoComplete="off" />
        <TextField name="phone" label={TEAM_LABELS.phone} type="tel" autoComplete="off" />
        <div className="sm:col-span-2">
          <TextField
            name="linkedinUrl"
            label={TEAM_LABELS.linkedinUrl}
            type="url"
            inputMode="url"
            placeholder="https://"
          />
        </div>
      </fieldset>
    </>
  )
}
