import { bulkSentence } from '#src/contract/bulk.ts'
import { plural } from '#src/contract/plural.ts'
import { INVITE_REFUSAL, type VendorContactLine } from '#src/contract/vendor-invite.ts'
import { Button } from '#src/ui/Button.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { changeOneByOne } from '../../blocks/one-by-one.ts'
import type { RowAction } from '../../blocks/row-action.ts'
import { BulkRow, type Selection, useBulk } from '../../blocks/selection.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { inviteAgain, revokeContact, STALE_CONTACTS } from './invite-calls.ts'

/** What can be done with each person. */
export function useContactActions(): (contact: VendorContactLine) => readonly RowAction[] {
  const again = useSave({
    save: inviteAgain,
    done: ({ name }) => `A new invitation to ${name} is on its way`,
    failed: 'Failed to send the invitation',
    stale: STALE_CONTACTS,
  })
  const revoke = useSave({
    save: revokeContact,
    done: ({ name }) => `${name} no longer has access`,
    failed: 'Failed to end the access',
    stale: STALE_CONTACTS,
  })
  const askToInvite = (contact: VendorContactLine) =>
    confirm({
      title: contact.state === 'revoked' ? `Restore ${contact.name}'s access?` : `Invite ${contact.name} again?`,
      message: <p>{contact.email} gets a new invitation. The link in an earlier one no longer works.</p>,
      label: 'Send invitation',
      busyLabel: 'Sending...',
      variant: 'default',
      act: () => again.mutateAsync(contact),
    })
  const askToEnd = (contact: VendorContactLine) =>
    confirm({
      title: `End the access of ${contact.name}?`,
      message: (
        <p>
          They are signed out of the portal of {contact.vendorName} at once, and every link in earlier emails stops
          working. What they sent stays.
        </p>
      ),
      label: 'End access',
      busyLabel: 'Ending...',
      act: () => revoke.mutateAsync(contact),
    })
  return (contact) => [
    {
      label: contact.state === 'revoked' ? 'Restore access' : 'Invite again',
      run: () => askToInvite(contact),
      disabledReason: contact.state === 'accepted' ? INVITE_REFUSAL.active : undefined,
    },
    {
      label: 'End access',
      run: () => askToEnd(contact),
      isDestructive: true,
      disabledReason: contact.state === 'revoked' ? INVITE_REFUSAL.ended : undefined,
    },
  ]
}

type BulkAct = 'invite' | 'end'
type Contacts = readonly VendorContactLine[]

/** In the row of filters: selects all contacts of the list, and invites again or ends the access of those that are selected. */
export function ContactBulkBar({
  contacts,
  selection,
}: {
  contacts: Contacts
  selection: Selection<VendorContactLine>
}) {
  const { selected, setAll } = selection
  const bulk = useBulk({
    save: ({ act, chosen }: { act: BulkAct; chosen: Contacts }) => changeOneByOne(chosen, CHANGES[act]),
    done: (results, { act }) => bulkSentence(['Contact', 'contacts'], DONE[act], results),
    failed: 'Failed to change the access',
    stale: STALE_CONTACTS,
    getName: (id) => contacts.find((one) => one.id === id)?.name ?? null,
    onDone: () => setAll(false),
  })
  const ask = (act: BulkAct) => askFirst(act, selected.length, () => bulk.runNow({ act, chosen: selected }))
  return (
    <BulkRow what="contacts" count={contacts.length} selection={selection} bulk={bulk}>
      {(state) => (
        <>
          <Button size="sm" variant="outline" {...state} onClick={() => ask('invite')}>
            Invite again
          </Button>
          <Button size="sm" variant="outline" {...state} onClick={() => ask('end')}>
            End access
          </Button>
        </>
      )}
    </BulkRow>
  )
}

const CHANGES = {
  invite: {
    change: inviteAgain,
    reasonAgainst: ({ state }: VendorContactLine) =>
      state === 'accepted' || state === 'revoked' ? INVITE_REFUSAL[state === 'accepted' ? 'active' : 'revoked'] : null,
  },
  end: {
    change: revokeContact,
    reasonAgainst: ({ state }: VendorContactLine) => (state === 'revoked' ? INVITE_REFUSAL.ended : null),
  },
}

const DONE = { invite: 'invited again', end: 'removed from the portal' } as const satisfies Record<BulkAct, string>

function askFirst(act: BulkAct, count: number, run: () => Promise<unknown>): void {
  const people = plural(count, 'contact')
  const question = {
    invite: {
      title: `Invite ${people} again?`,
      message: 'Each gets a new invitation. The link in an earlier one no longer works.',
      label: `Send ${plural(count, 'invitation')}`,
      busyLabel: 'Sending...',
      variant: 'default' as const,
    },
    end: {
      title: `End the access of ${people}?`,
      message:
        'They are signed out of the vendor portal at once, and every link in earlier emails stops working. What they sent stays.',
      label: 'End access',
      busyLabel: 'Ending...',
    },
  }
  confirm({ ...question[act], act: run })
}
