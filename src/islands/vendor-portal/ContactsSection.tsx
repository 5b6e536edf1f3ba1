import { useEffect, useState } from 'react'
import { LAST_ACCESS, type VendorColleague } from '#src/contract/vendor-portal.ts'
import { Button } from '#src/ui/Button.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { AccountSection } from '../account/AccountSection.tsx'
import { request } from '../call.ts'
import { formatDate } from '../format-instant.ts'
import { ResourceState } from '../resource/ResourceState.tsx'
import { notify } from '../toasts.ts'
import { useAction } from '../use-action.ts'
import { colleagues, signedOut } from './portal.ts'

/** Who has access to the portal of the company; each can end the access of another. (security VP2) */
export function ContactsSection() {
  useEffect(() => void colleagues.load(), [])
  return (
    <AccountSection
      id="vendor-contacts"
      title="Who has access"
      lead="People at your company who can open this portal. To add someone, ask us for an invitation."
    >
      <ResourceState of={colleagues} what="the people with access">
        {(items) => <Colleagues items={items} />}
      </ResourceState>
    </AccountSection>
  )
}

function Colleagues({ items }: { items: VendorColleague[] }) {
  const [ending, setEnding] = useState<VendorColleague>()
  const [, end] = useAction({
    act: ({ id }: VendorColleague) => request('DELETE', '/api/vendor/contacts/:id', { param: { id } }),
    onDone: async (_, { name, isSelf }) => {
      if (isSelf) return signedOut()
      notify({ kind: 'success', message: `${name} no longer has access.` })
      await colleagues.load()
    },
  })
  const isOnly = items.filter(({ isActive }) => isActive).length < 2
  return (
    <>
      <ul className="border-line border-t">
        {items.map((person) => (
          <li key={person.id} className="flex flex-wrap items-center gap-x-6 gap-y-2 border-line border-b py-4">
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-semibold leading-snug [overflow-wrap:anywhere]">
                {person.name}
                {person.isSelf && (
                  <span className="label ml-3 inline-block rounded bg-plate px-2 py-1 text-[1rem] text-on-plate">
                    You
                  </span>
                )}
              </p>
              <p className="mt-1 text-[.9375rem] text-soft leading-snug [overflow-wrap:anywhere]">
                {person.email}
                <span className="block">{sayState(person)}</span>
              </p>
            </div>
            {!(person.isSelf && isOnly) && (
              <Button
                variant="outline"
                size="sm"
                aria-label={`End the access of ${person.name}`}
                onClick={() => setEnding(person)}
              >
                End access
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isOnly && <p className="mt-5">{LAST_ACCESS}</p>}
      {ending && (
        <ConfirmDialog
          title={ending.isSelf ? 'End your own access?' : `End the access of ${ending.name}?`}
          label="End access"
          busyLabel="Ending..."
          onConfirm={() => end(ending)}
          onClose={() => setEnding(undefined)}
        >
          {ending.isSelf ? 'You are signed out everywhere' : 'They are signed out everywhere'}, and links in earlier
          emails no longer work. Only we can restore it.
        </ConfirmDialog>
      )}
    </>
  )
}

function sayState({ isActive, lastSeenAt }: VendorColleague): string {
  if (!isActive) return 'Invited, has not signed in yet.'
  return lastSeenAt === null ? 'Has access.' : `Last here ${formatDate(lastSeenAt)}.`
}
