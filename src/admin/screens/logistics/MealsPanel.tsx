import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { type CatererLink, type CatererLinkInput, catererLinkInput, type MealCounts } from '#src/contract/run-sheet.ts'
import { CopyText } from '#src/islands/account/CopyText.tsx'
import { Button } from '#src/ui/Button.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { EditForm, showFieldErrors } from '../../blocks/EditForm.tsx'
import { TextField } from '../../blocks/fields.tsx'
import { formatAgo } from '../../blocks/moment.ts'
import { Panel } from '../../blocks/Panel.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { catererLinksQuery, createCatererLink, LOGISTICS, mealsQuery, revokeCatererLink } from './logistics-calls.ts'

/** How many people eat what, and the links that show the same to a caterer. (security LG9) */
export function MealsPanel({ eventId }: { eventId: string }) {
  const query = useQuery(mealsQuery(eventId))
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <Panel title="Meals">
        <div className="grid gap-4 px-5 py-4">
          <Shown query={query} what="the meals">
            {(counts) => <Counts {...counts} />}
          </Shown>
        </div>
      </Panel>
      <Panel title="Links for the caterer">
        <div className="grid gap-5 px-5 py-4">
          <p className="text-[.9375rem] text-soft leading-snug">
            Anyone with a link sees these numbers and no names, until the event ends.
          </p>
          <NewLink eventId={eventId} />
          <Links eventId={eventId} />
        </div>
      </Panel>
    </div>
  )
}

function Counts({ people, choices, unknown, notes }: MealCounts) {
  const rows = [...choices, { label: 'Not answered', count: unknown }, { label: 'People', count: people }]
  return (
    <>
      <table className="w-full max-w-sm">
        <caption className="sr-only">Meals by type</caption>
        <tbody>
          {rows.map(({ label, count }) => (
            <tr key={label} className="border-line border-b last:font-semibold">
              <th scope="row" className="py-1.5 pr-4 text-left font-[inherit] text-[.9375rem]">
                {label}
              </th>
              <td className={`py-1.5 text-right tabular-nums ${count === 0 ? 'text-soft' : ''}`}>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-[.9375rem] text-soft leading-snug">
        {notes === 0
          ? 'No allergies or intolerances reported.'
          : `${notes === 1 ? 'One person' : notes} wrote about allergies or intolerances. The caterer sees this number, and not what they wrote.`}
      </p>
    </>
  )
}

const blank = () => ({ id: crypto.randomUUID(), note: '' })

/** Creates a link and shows it once: it cannot be read again. */
function NewLink({ eventId }: { eventId: string }) {
  const [url, setUrl] = useState<string>()
  const form = useForm<z.input<typeof catererLinkInput>, unknown, CatererLinkInput>({
    resolver: zodResolver(catererLinkInput),
    defaultValues: blank(),
  })
  const save = useSave({
    save: (input: CatererLinkInput) => createCatererLink(eventId, input),
    done: 'Link created',
    failed: 'Failed to create link',
    stale: [[LOGISTICS, eventId, 'caterer-links']],
    onDone: (made) => {
      setUrl(made.url)
      form.reset(blank())
    },
    onRefused: (fault) => showFieldErrors(form, fault),
  })
  return (
    <>
      <EditForm
        form={form}
        onSubmit={(input) => save.mutate(input)}
        label="Create link"
        busyLabel="Creating..."
        isBusy={save.isPending}
      >
        <TextField name="note" label="Recipient" hint="Optional. Shown only here." maxLength={100} />
      </EditForm>
      {url && (
        <div role="status" className="rounded-md border-2 border-line px-4 py-3">
          <p className="font-semibold leading-snug">Copy the link now. It is not shown again.</p>
          <p className="my-2 font-mono text-[.9375rem] [overflow-wrap:anywhere]">{url}</p>
          <CopyText text={url} label="Copy link" />
        </div>
      )}
    </>
  )
}

function Links({ eventId }: { eventId: string }) {
  const query = useQuery(catererLinksQuery(eventId))
  const revoke = useSave({
    save: ({ id }: CatererLink) => revokeCatererLink(eventId, id),
    done: 'Link revoked',
    failed: 'Failed to revoke link',
    stale: [[LOGISTICS, eventId, 'caterer-links']],
  })
  const askFirst = (link: CatererLink) =>
    confirm({
      title: 'Revoke this link?',
      message: 'It stops working immediately and permanently.',
      label: 'Revoke link',
      busyLabel: 'Revoking...',
      act: () => revoke.mutateAsync(link),
    })
  return (
    <Shown query={query} what="the links">
      {({ items }) =>
        items.length === 0 ? (
          <p className="text-soft">No links yet.</p>
        ) : (
          <ul className="border-line border-t">
            {items.map((link) => (
              <li key={link.id} className="flex flex-wrap items-center gap-3 border-line border-b py-3">
                <div className="min-w-0 flex-1 leading-snug [overflow-wrap:anywhere]">
                  <b className="block">{link.note || 'No recipient'}</b>
                  <span className="text-[.9375rem] text-soft">{`Created ${formatAgo(link.createdAt)}.`}</span>
                </div>
                <Button variant="outline" size="sm" onClick={() => askFirst(link)}>
                  Revoke<span className="sr-only">{` the link ${link.note && `for ${link.note}`}`}</span>
                </Button>
              </li>
            ))}
          </ul>
        )
      }
    </Shown>
  )
}
