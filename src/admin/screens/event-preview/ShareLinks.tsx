import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import {
  LINK_DAYS,
  LINK_RECIPIENT,
  type NewShareLink as Made,
  MOST_LINK_DAYS,
  type ShareLink,
  type ShareLinkInput,
  shareLinkInput,
} from '#src/contract/event-preview.ts'
import type { NoAdmin } from '#src/contract/viewer.ts'
import { CopyText } from '#src/islands/account/CopyText.tsx'
import { Button } from '#src/ui/Button.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { EditForm, showFieldErrors } from '../../blocks/EditForm.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { NumberField, TextField, toNumber } from '../../blocks/fields.tsx'
import { formatAgo, formatMoment } from '../../blocks/moment.ts'
import { Shown } from '../../blocks/Shown.tsx'
import { useSave } from '../../blocks/use-save.ts'

/** The calls for the links of one subject. */
type LinkCalls = {
  key: readonly string[]
  list: () => Promise<ShareLink[]>
  create: (input: ShareLinkInput) => Promise<Made>
  revoke: (linkId: string) => Promise<unknown>
}

type ShareLinksProps = {
  about: LinkCalls
  title: string
  /** What a link shows, and when it ends. */
  lead: string
}

/** Links that show a preview to a venue or a partner until they expire. */
export function ShareLinks({ about, title, lead }: ShareLinksProps) {
  const query = useQuery({ queryKey: about.key, queryFn: about.list, staleTime: 0 })
  const revoke = useSave({
    save: (link: ShareLink) => about.revoke(link.id),
    done: 'Link revoked',
    failed: 'Failed to revoke link',
    stale: [about.key],
  })
  const askFirst = (link: ShareLink) =>
    confirm({
      title: 'Revoke this link?',
      message: `The link${link.note && ` for ${link.note}`} stops working immediately and permanently.`,
      label: 'Revoke link',
      busyLabel: 'Revoking...',
      act: () => revoke.mutateAsync(link),
    })
  return (
    <section aria-labelledby="share" className="mt-10 border-ink border-t-2 pt-4">
      <h2 id="share" className="label text-[1.5rem]">
        {title}
      </h2>
      <p className="mt-1 max-w-2xl text-[.9375rem] text-soft leading-snug">{lead}</p>
      <div className="mt-5 grid gap-8 lg:grid-cols-2">
        <NewShareLink about={about} />
        <Shown query={query} what="the links">
          {(links) =>
            links.length === 0 ? (
              <Empty title="No links yet">Create one for a venue or a partner.</Empty>
            ) : (
              <ul className="border-line border-t">
                {links.map((link) => (
                  <LinkRow key={link.id} link={link} onRevoke={() => askFirst(link)} />
                ))}
              </ul>
            )
          }
        </Shown>
      </div>
    </section>
  )
}

function LinkRow({ link, onRevoke }: { link: ShareLink; onRevoke: () => void }) {
  const { note } = link
  return (
    <li className="flex flex-wrap items-center gap-3 border-line border-b py-3">
      <div className="min-w-0 flex-1 leading-snug [overflow-wrap:anywhere]">
        <b className="block">{note || 'No recipient'}</b>
        <span className="text-[.9375rem] text-soft">{toLinkState(link)}</span>
      </div>
      <Button variant="outline" size="sm" onClick={onRevoke}>
        Revoke<span className="sr-only">{` the link ${note && `for ${note}`}`}</span>
      </Button>
    </li>
  )
}

const USUAL_DAYS = 7
const check = zodResolver(shareLinkInput)

/** Creates a link and shows it once: it cannot be read again. */
function NewShareLink({ about }: { about: LinkCalls }) {
  const [made, setMade] = useState<Made>()
  const form = useForm<z.input<typeof shareLinkInput>, unknown, ShareLinkInput>({
    // Enter in the field of the days leaves it without a blur, which would make a number of it.
    resolver: (values, ...rest) => check({ ...values, days: Number(toNumber(values.days)) }, ...rest),
    defaultValues: blank(),
  })
  const save = useSave({
    save: about.create,
    done: 'Link created',
    failed: 'Failed to create link',
    stale: [about.key],
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
        <span className="text-[.9375rem] text-soft">{`Valid until ${formatMoment(expiresAt)}.`}</span>
      </div>
    </div>
  )
}

function blank(): z.input<typeof shareLinkInput> {
  return { id: crypto.randomUUID(), days: USUAL_DAYS, note: '' }
}

const FAULTS: Record<NoAdmin, (by: string) => string> = {
  deleted: () => "its creator's account was deleted",
  banned: (by) => `its creator, ${by}, is banned`,
  'no role': (by) => `its creator, ${by}, is no longer an admin`,
}

/** What the list says of a link: how long it opens, or why it does not. */
export function toLinkState({ by, createdAt, expiresAt, fault }: Omit<ShareLink, 'id' | 'note'>): string {
  if (fault) return `Does not work: ${FAULTS[fault](by)}.`
  return `Valid until ${formatMoment(expiresAt)}. Created ${formatAgo(createdAt)} by ${by}.`
}
