import { useQuery } from '@tanstack/react-query'
import type { ShareLink } from '#src/contract/event-preview.ts'
import { Button } from '#src/ui/Button.tsx'
import { confirm } from '../../blocks/confirm.ts'
import { Empty } from '../../blocks/Empty.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { NewShareLink } from './NewShareLink.tsx'
import { revokeShareLink, shareLinksQuery, stateOf } from './share-links.ts'

/** Links that show this page to a venue or a partner until they expire. */
export function ShareLinks({ eventId }: { eventId: string }) {
  const query = useQuery(shareLinksQuery(eventId))
  const revoke = useSave({
    save: (link: ShareLink) => revokeShareLink(eventId, link.id),
    done: 'Link revoked',
    failed: 'Failed to revoke link',
    stale: [['share-links', eventId]],
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
        Share before publishing
      </h2>
      <p className="mt-1 max-w-2xl text-[.9375rem] text-soft leading-snug">
        Anyone with a link sees the current version of this page without an account. A link stops working when the event
        is unpublished or deleted, or when its creator is no longer an admin.
      </p>
      <div className="mt-5 grid gap-8 lg:grid-cols-2">
        <NewShareLink eventId={eventId} />
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
        <span className="text-[.9375rem] text-soft">{stateOf(link)}</span>
      </div>
      <Button variant="outline" size="sm" onClick={onRevoke}>
        Revoke<span className="sr-only">{` the link ${note && `for ${note}`}`}</span>
      </Button>
    </li>
  )
}
