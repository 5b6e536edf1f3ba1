import { namesOf } from '#src/contract/proposal-fields.ts'
import type { ContactActivity } from '#src/contract/vendor-proposal.ts'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { type Column, DataTable } from '../../blocks/DataTable.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { formatMoment } from '../../blocks/moment.ts'
import { useList } from '../../blocks/use-list.ts'
import { links } from '../../links.ts'
import { fetchActivity } from './vendor-portal-calls.ts'

/** What contacts do, for people. Everything else is shown by its name in the audit log. */
const ACTIONS: Readonly<Record<string, string>> = {
  'vendor_proposal.save': 'Proposed changes',
  'vendor_proposal.withdraw': 'Withdrew the proposal',
  'vendor_contact.accept': 'Accepted the invitation',
  'vendor_contact.sign_in': 'Signed in',
  'vendor_contact.revoke': 'Ended the access of a contact',
  'event_task.answer': 'Handed in a task',
  'media.upload': 'Uploaded a logo',
}

const columns: readonly Column<ContactActivity>[] = [
  {
    header: 'When',
    cell: ({ id, at }) => (
      <AdminLink
        to={links.auditLog({ entry: String(id) })}
        title="Open in the audit log"
        className="inline-block min-h-6 font-semibold underline underline-offset-4"
      >
        {formatMoment(at)}
      </AdminLink>
    ),
    width: '13.75rem',
  },
  { header: 'Who', cell: ({ name }) => name ?? 'A contact who was deleted', width: '22%' },
  { header: 'Vendor', cell: ({ vendorName }) => vendorName, width: '24%' },
  {
    header: 'What',
    cell: ({ action, fields }) => `${ACTIONS[action] ?? action}${fields.length > 0 ? `: ${namesOf(fields)}` : ''}`,
  },
]

/** What contacts of vendors did, the latest first. */
export function ActivityPanel() {
  const list = useList(['vendor-activity'], fetchActivity)
  return (
    <DataTable
      what="activity"
      list={list}
      columns={columns}
      getName={({ id }) => String(id)}
      empty={<Empty title="Nothing happened yet">What contacts of vendors do in the portal appears here.</Empty>}
    />
  )
}
