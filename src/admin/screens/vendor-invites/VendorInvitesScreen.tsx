import { useState } from 'react'
import {
  VENDOR_INVITE_STATE_NAMES,
  VENDOR_INVITE_STATES,
  type VendorContactLine,
  type VendorInviteState,
} from '#src/contract/vendor-invite.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { type Column, DataTable } from '../../blocks/DataTable.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { ChoiceFilter, Filters, SearchBox } from '../../blocks/Filters.tsx'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { formatAge, formatMoment } from '../../blocks/moment.ts'
import { Screen } from '../../blocks/Screen.tsx'
import { selectColumn, useSelection } from '../../blocks/selection.tsx'
import { useList } from '../../blocks/use-list.ts'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { links } from '../../links.ts'
import { ContactBulkBar, useContactActions } from './contact-actions.tsx'
import { fetchContacts } from './invite-calls.ts'

const InviteDialog = lazyComponent(async () => (await import('./InviteDialog.tsx')).InviteDialog)
const FileDialog = lazyComponent(async () => (await import('./FileDialog.tsx')).FileDialog)

const TONES = { pending: 'waiting', opened: 'waiting', accepted: 'good', expired: 'bad', revoked: 'plain' } as const

const columns: readonly Column<VendorContactLine>[] = [
  {
    header: 'Person',
    cell: ({ name, email }) => (
      <>
        <span className="font-semibold">{name}</span>
        <span className="admin-second text-soft">{email}</span>
      </>
    ),
    sortBy: ({ name }) => name,
  },
  {
    header: 'Vendor',
    cell: ({ vendorId, vendorName }) => (
      <AdminLink
        to={links.vendors({ edit: vendorId })}
        className="inline-block min-h-6 underline-offset-4 hover:underline"
      >
        {vendorName}
      </AdminLink>
    ),
    width: '17%',
    sortBy: ({ vendorName }) => vendorName,
  },
  {
    header: 'Access',
    cell: ({ state }) => <Badge tone={TONES[state]}>{VENDOR_INVITE_STATE_NAMES[state]}</Badge>,
    width: '9rem',
    sortBy: ({ state }) => VENDOR_INVITE_STATE_NAMES[state],
  },
  { header: 'Email', cell: ({ mail }) => <Delivery mail={mail} />, width: '15%' },
  {
    header: 'Invited',
    cell: (contact) => {
      const said = sayAccess(contact)
      return (
        <>
          <time title={`${formatMoment(contact.invitedAt)}, by ${contact.invitedBy}`}>
            {formatAge(contact.invitedAt)}
          </time>
          {said && <span className="admin-second text-soft">{said}</span>}
        </>
      )
    },
    width: '13.5rem',
    sortBy: ({ invitedAt }) => invitedAt,
  },
]

const getName = ({ name }: VendorContactLine) => name

/** How long the invitation works, or when the person used the portal last. */
function sayAccess({ state, expiresAt, lastSeenAt }: VendorContactLine): string | null {
  if (state === 'accepted') return lastSeenAt === null ? null : `last visit ${formatAge(lastSeenAt)}`
  if (expiresAt === null) return null
  return `${state === 'expired' ? 'expired' : 'works until'} ${formatMoment(expiresAt).replace(/, \d+:.*/, '')}`
}

const SENT = { sent: 'Sent', queued: 'Waiting to be sent', dead: 'Failed', skipped: 'Not sent' }
const ANSWERED = { bounce_hard: 'Returned', complaint: 'Reported as spam' }

/** What became of the mail with the invitation; its name opens the message. */
function Delivery({ mail }: Pick<VendorContactLine, 'mail'>) {
  if (mail === null) return <span className="text-soft">No longer kept</span>
  return (
    <>
      <AdminLink
        to={links.mails({ message: mail.id })}
        className="inline-block min-h-6 font-semibold underline-offset-4 hover:underline"
      >
        {mail.answer ? ANSWERED[mail.answer] : SENT[mail.state]}
      </AdminLink>
      {mail.note && <span className="admin-second text-soft">{mail.note}</span>}
    </>
  )
}

/** vendor-invites: the people at vendors who can open the portal, and their invitations. (decision 0057) */
export function VendorInvitesScreen() {
  const [{ q = '', state }, set] = useUrlState('/admin/vendor-invites')
  const [dialog, open] = useState<'one' | 'file'>()
  const list = useList(['vendor-invites', { q, state }], (cursor) => fetchContacts({ q, state }, cursor))
  const actions = useContactActions()
  const contacts = list.data ?? []
  const selection = useSelection(contacts)
  const close = () => open(undefined)
  return (
    <Screen
      title="Vendor access"
      lead="The people at vendors who sign in to the vendor portal."
      actions={
        <>
          <Button onClick={() => open('one')}>Invite a contact</Button>
          <Button variant="outline" onClick={() => open('file')}>
            Invite from a file
          </Button>
        </>
      }
    >
      <Filters>
        <SearchBox label="Search vendors and people" value={q} onChange={(typed) => set({ q: typed || undefined })} />
        <ChoiceFilter<VendorInviteState>
          label="Access"
          options={[
            ['', 'All'],
            ...VENDOR_INVITE_STATES.map((name) => [name, VENDOR_INVITE_STATE_NAMES[name]] as const),
          ]}
          value={state}
          onChange={(next) => set({ state: next })}
        />
        {contacts.length > 0 && <ContactBulkBar contacts={contacts} selection={selection} />}
      </Filters>
      <DataTable
        what="contacts"
        list={list}
        columns={[selectColumn(selection, getName), ...columns]}
        getName={getName}
        actions={actions}
        empty={
          q || state ? (
            <Empty title="No matching contacts">Try another search or filter.</Empty>
          ) : (
            <Empty title="No one has been invited yet">
              Invite the people at a vendor who will see its events and send its logo and texts.
            </Empty>
          )
        }
      />
      {dialog === 'one' && <InviteDialog onClose={close} />}
      {dialog === 'file' && <FileDialog onClose={close} />}
    </Screen>
  )
}
