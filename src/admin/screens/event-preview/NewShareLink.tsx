import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import {
  LINK_DAYS,
  LINK_RECIPIENT,
  type NewShareLink as Made,
  MOST_LINK_DAYS,
  type ShareLinkInput,
  shareLinkInput,
} from '#src/contract/event-preview.ts'
import { CopyText } from '#src/islands/account/CopyText.tsx'
import { EditForm, showFieldErrors } from '../../blocks/EditForm.tsx'
import { NumberField, TextField, toNumber } from '../../blocks/fields.tsx'
import { momentOf } from '../../blocks/moment.ts'
import { useSave } from '../../blocks/use-save.ts'
import { createShareLink } from './share-links.ts'

const USUAL_DAYS = 7
const check = zodResolver(shareLinkInput)

/** Makes a link and shows it once: nobody can read it again. */
export function NewShareLink({ eventId }: { eventId: string }) {
  const [made, setMade] = useState<Made>()
  const form = useForm<z.input<typeof shareLinkInput>, unknown, ShareLinkInput>({
    // Enter in the field of the days leaves it without a blur, which would make a number of it.
    resolver: (values, ...rest) => check({ ...values, days: Number(toNumber(values.days)) }, ...rest),
    defaultValues: blank(),
  })
  const save = useSave({
    save: (input: ShareLinkInput) => createShareLink(eventId, input),
    done: 'Link created',
    failed: 'Failed to create link',
    stale: [['share-links', eventId]],
    onDone: (link) => {
      setMade(link)
      form.reset(blank())
    },
    onRefused: (fault) => showFieldErrors(form, fault),
  })
  return (
    <div>
      <EditForm
        form={form}
        onSubmit={(input) => save.mutate(input)}
        label="Create link"
        busyLabel="Creating..."
        isBusy={save.isPending}
      >
        <TextField name="note" label={LINK_RECIPIENT} hint="Optional. Shown only here." />
        <NumberField name="days" label={LINK_DAYS} hint={`1 to ${MOST_LINK_DAYS}.`} />
      </EditForm>
      {made && <MadeLink {...made} />}
    </div>
  )
}

function MadeLink({ url, expiresAt }: Made) {
  return (
    <div role="status" className="mt-5 rounded-md border-2 border-line px-4 py-3">
      <p className="font-semibold leading-snug">Copy the link now. It is not shown again.</p>
      <p className="my-2 font-mono text-[.9375rem] [overflow-wrap:anywhere]">{url}</p>
      <div className="flex flex-wrap items-center gap-3">
        <CopyText text={url} label="Copy link" />
        <span className="text-[.9375rem] text-soft">{`Valid until ${momentOf(expiresAt)}.`}</span>
      </div>
    </div>
  )
}

function blank(): z.input<typeof shareLinkInput> {
  return { id: crypto.randomUUID(), days: USUAL_DAYS, note: '' }
}
