import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { type Candidate, lostWith, type PersonRow } from '#src/contract/logistics.ts'
import { type NewPeople, type PersonChange, type PersonDetail, personChange } from '#src/contract/logistics-board.ts'
import { newPerson } from '#src/contract/logistics-input.ts'
import { LOGISTICS_ROLES, type LogisticsRole, ROLE_WORDS } from '#src/contract/logistics-sections.ts'
import { enumerate, plural } from '#src/contract/plural.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Dialog, DialogActions } from '#src/ui/Dialog.tsx'
import { inputClass } from '#src/ui/form-class.ts'
import { EditForm, showFieldErrors } from '../../blocks/EditForm.tsx'
import { FormDialog } from '../../blocks/FormDialog.tsx'
import { SelectField, TextField } from '../../blocks/fields.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useCloseGuard } from '../../blocks/use-close-guard.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { addPeople, candidatesQuery, changePerson, LOGISTICS, personQuery } from './logistics-calls.ts'

const ROLE_OPTIONS = LOGISTICS_ROLES.map((role) => [role, ROLE_WORDS[role]] as const)

/** Adds people of the team and contacts of vendors, or somebody who is typed in. Nothing is sent yet. */
export function AddPeople({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const [isByHand, setByHand] = useState(false)
  const query = useQuery(candidatesQuery(eventId))
  const close = useCloseGuard(onClose)
  return (
    <Dialog
      isOpen
      title="Add people"
      description="No email is sent yet. You send each of them the link to their form from the list."
      onClose={close}
    >
      {isByHand ? (
        <ByHand eventId={eventId} onClose={onClose} onCancel={close} />
      ) : (
        <Shown query={query} what="the people">
          {({ items }) => (
            <Lineup eventId={eventId} candidates={items} onByHand={() => setByHand(true)} onClose={onClose} />
          )}
        </Shown>
      )}
    </Dialog>
  )
}

function useAdding(eventId: string, onClose: () => void) {
  return {
    save: (people: NewPeople['people']) => addPeople(eventId, people),
    done: ({ ids }: { ids: string[] }) =>
      ids.length === 0 ? 'They were on the list already' : `${plural(ids.length, 'person', 'people')} added`,
    failed: 'Failed to add people',
    stale: [[LOGISTICS, eventId]],
    onDone: onClose,
  }
}

type LineupProps = { eventId: string; candidates: readonly Candidate[]; onByHand: () => void; onClose: () => void }

function Lineup({ eventId, candidates, onByHand, onClose }: LineupProps) {
  const fresh = candidates.filter(({ isAdded }) => !isAdded)
  const [chosen, choose] = useState<readonly string[]>(fresh.map(({ id }) => id))
  const [roles, setRoles] = useState<Readonly<Record<string, LogisticsRole>>>({})
  const save = useSave(useAdding(eventId, onClose))
  const add = () => {
    const people = fresh.filter(({ id }) => chosen.includes(id))
    save.mutate(people.map(({ from, id, role }) => ({ from, id, role: roles[id] ?? role })))
  }
  return (
    <>
      {fresh.length === 0 ? (
        <p className="text-soft">
          Everyone on the team and at the vendors who has an email address is already on the list.
        </p>
      ) : (
        <fieldset className="grid max-h-[46dvh] gap-3 overflow-auto rounded-md border-2 border-line px-4 py-3">
          <legend className="sr-only">Team and vendors</legend>
          {fresh.map(({ id, name, email, role, from }) => (
            <div key={id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
              <Checkbox
                label={name}
                hint={`${from === 'team' ? 'Team' : 'Vendor contact'}, ${email}`}
                checked={chosen.includes(id)}
                onChange={({ target }) =>
                  choose([...chosen.filter((one) => one !== id), ...(target.checked ? [id] : [])])
                }
              />
              <select
                aria-label={`Role of ${name}`}
                className={`${inputClass({ isInvalid: false })} ml-9 w-auto sm:ml-0`}
                value={roles[id] ?? role}
                onChange={({ target }) => setRoles({ ...roles, [id]: newPerson.shape.role.parse(target.value) })}
              >
                {ROLE_OPTIONS.map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            </div>
          ))}
        </fieldset>
      )}
      <Button variant="link" className="-ml-5 mt-2" onClick={onByHand}>
        Add someone else
      </Button>
      <DialogActions>
        <Button disabled={chosen.length === 0} isBusy={save.isPending} onClick={add}>
          {`Add ${chosen.length === 1 ? '1 person' : `${chosen.length} people`}`}
        </Button>
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </>
  )
}

type ByHandProps = { eventId: string; onClose: () => void; onCancel: () => void }

function ByHand({ eventId, onClose, onCancel }: ByHandProps) {
  const form = useForm<z.input<typeof newPerson>, unknown, z.output<typeof newPerson>>({
    resolver: zodResolver(newPerson),
    defaultValues: { name: '', email: '', role: 'host' satisfies LogisticsRole },
  })
  const save = useSave({ ...useAdding(eventId, onClose), onRefused: (fault) => showFieldErrors(form, fault) })
  return (
    <EditForm
      form={form}
      onSubmit={(person) => save.mutate([person])}
      label="Add person"
      busyLabel="Adding..."
      isBusy={save.isPending}
      onCancel={onCancel}
    >
      <TextField name="name" label="Name" maxLength={100} />
      <TextField name="email" label="Email" type="email" maxLength={254} />
      <SelectField name="role" label="Role" options={ROLE_OPTIONS} />
    </EditForm>
  )
}

type RoleProps = { eventId: string; person: PersonRow; onClose: () => void }

/** What somebody does at the event, which decides the sections of their form. It shows once it is known what a change would delete. */
export function RoleDialog(props: RoleProps) {
  const { eventId, person, onClose } = props
  const query = useQuery(personQuery(eventId, person.id))
  if (query.data) return <RoleForm {...props} detail={query.data} />
  return (
    <Dialog isOpen title={`Role of ${person.name}`} onClose={onClose}>
      <Shown query={query} what="the person">
        {() => null}
      </Shown>
    </Dialog>
  )
}

function RoleForm({ eventId, person, onClose, detail }: RoleProps & { detail: PersonDetail }) {
  const form = useForm<PersonChange>({
    resolver: zodResolver(personChange),
    defaultValues: { role: person.role, version: detail.person.version },
  })
  const save = useSave({
    save: (fields: PersonChange) => changePerson(eventId, person.id, fields),
    done: (_answer, { role }) => `${person.name} is now ${ROLE_WORDS[role].toLowerCase()}`,
    failed: 'Failed to change the role',
    stale: [[LOGISTICS, eventId]],
    onDone: onClose,
    onRefused: (fault) => showFieldErrors(form, fault),
  })
  const role = form.watch('role')
  const lost = describeLoss(detail, role)
  return (
    <FormDialog
      form={form}
      title={`Role of ${person.name}`}
      label={lost.length > 0 ? 'Change role and delete answers' : 'Change role'}
      isBusy={save.isPending}
      onSubmit={(fields) => save.mutate(fields)}
      onClose={onClose}
    >
      <SelectField name="role" label="Role" options={ROLE_OPTIONS} />
      <p className="text-[.9375rem] text-soft leading-snug">
        Their form then has the sections of the new role. Answers to questions that both roles are asked stay.
      </p>
      {lost.length > 0 && (
        <div role="status" className="rounded-md border-2 border-line px-4 py-3 leading-snug">
          <p>{`A ${ROLE_WORDS[role].toLowerCase()} is not asked these questions. Their answers are deleted at once, and this cannot be undone:`}</p>
          <ul className="mt-2 list-disc pl-5">
            {lost.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
    </FormDialog>
  )
}

/** What another role would delete, a line for each section: `Booth and power: 2 answers and a change that was asked for`. */
function describeLoss({ person, sections }: PersonDetail, role: LogisticsRole): string[] {
  return lostWith(person.role, role).flatMap(({ section, fields }) => {
    const stored = sections.find(({ key }) => key === section.key)
    const count = fields.filter(({ key }) => (stored?.answers?.[key]?.value ?? null) !== null).length
    const isAsked = fields.some(({ key }) => stored?.request?.fields.includes(key))
    const answers = stored?.answers === null && stored.isAnswered ? 'all answers' : count > 0 && plural(count, 'answer')
    const parts = [answers, isAsked && 'a change that was asked for'].filter((part) => part !== false)
    return parts.length > 0 ? [`${section.title}: ${enumerate(parts)}`] : []
  })
}
