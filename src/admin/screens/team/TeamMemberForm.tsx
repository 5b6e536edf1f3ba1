import { zodResolver } from '@hookform/resolvers/zod'
import { useWatch } from 'react-hook-form'
import { type TeamFields, teamFields } from '#src/contract/team-member.ts'
import { api, ask } from '../../api.ts'
import { EditForm } from '../../blocks/EditForm.tsx'
import { TextAreaField, TextField } from '../../blocks/fields.tsx'
import { MergeDialog } from '../../blocks/MergeDialog.tsx'
import { ImageField } from '../../library/ImageField.tsx'
import { TwinWarning } from '../../library/TwinWarning.tsx'
import { useDelayed } from '../../library/use-delayed.ts'
import { type Stored, useEntryForm } from '../../library/use-entry-form.ts'
import { links } from '../../links.ts'
import { TEAM_LABELS as LABELS, teamCalls } from './team-calls.ts'

type TeamMemberFormProps = { id?: string; from: Stored<TeamFields>; onClose: () => void }

/** Everything a team member is; the bounds are those of the product description. (product 5) */
export function TeamMemberForm({ id = '', from, onClose }: TeamMemberFormProps) {
  const { form, conflict, merge, drop, save, isBusy } = useEntryForm({
    noun: 'team member',
    stale: ['team'],
    resolver: zodResolver(teamFields),
    id,
    from,
    create: teamCalls.create,
    update: teamCalls.update,
    read: teamCalls.read,
    onSaved: onClose,
  })
  return (
    <>
      <EditForm form={form} onSubmit={save} label="Save team member" isBusy={isBusy} onCancel={onClose}>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField name="fullName" label={LABELS.fullName} autoComplete="off" />
          <TextField name="title" label={LABELS.title} autoComplete="off" />
        </div>
        <TeamTwins except={id} />
        <ImageField
          name="photoUrl"
          kind="photo"
          alt={`Portrait of ${form.getValues('fullName') || 'the team member'}`}
        />
        <TextAreaField name="bio" label={LABELS.bio} rows={8} hint="Shown to visitors. Up to 2,000 characters." />
        <TextField
          name="credentials"
          label={LABELS.credentials}
          hint="Shown after the name, e.g. CMRP. Up to 200 characters."
        />
        <TextField
          name="specialties"
          label={LABELS.specialties}
          hint="Helps you find them here. Up to 300 characters."
        />
        <fieldset className="grid gap-5 rounded-md border-2 border-line px-4 pt-2 pb-5 sm:grid-cols-2">
          <legend className="px-1 font-semibold">Contact (admins only)</legend>
          <TextField name="email" label={LABELS.email} type="email" autoComplete="off" />
          <TextField name="phone" label={LABELS.phone} type="tel" autoComplete="off" />
          <div className="sm:col-span-2">
            <TextField
              name="linkedinUrl"
              label={LABELS.linkedinUrl}
              type="url"
              inputMode="url"
              placeholder="https://"
            />
          </div>
        </fieldset>
      </EditForm>
      {conflict && <MergeDialog {...conflict} labels={LABELS} onMerged={merge} onClose={drop} />}
    </>
  )
}

function TeamTwins({ except }: { except: string }) {
  const [name, email] = useWatch<TeamFields, ['fullName', 'email']>({ name: ['fullName', 'email'] })
  const asked = { name: useDelayed(name), email: useDelayed(email ?? '') }
  const query = { ...asked, ...(except && { except }) }
  return (
    <TwinWarning
      kind="team"
      asked={query}
      find={() => ask(() => api.team.duplicates.$get({ query }))}
      linkTo={(id) => links.team({ edit: id })}
    />
  )
}
