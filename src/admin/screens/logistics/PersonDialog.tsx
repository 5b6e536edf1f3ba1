import { useQuery } from '@tanstack/react-query'
import type { LogisticsChange, PersonDetail } from '#src/contract/logistics-board.ts'
import { LOGISTICS_SECTIONS, ROLE_WORDS } from '#src/contract/logistics-sections.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { formatAgo, formatMoment } from '../../blocks/moment.ts'
import { Shown } from '../../blocks/Shown.tsx'
import { useCloseGuard } from '../../blocks/use-close-guard.tsx'
import { links } from '../../links.ts'
import { personQuery } from './logistics-calls.ts'
import { SectionCard } from './SectionCard.tsx'

type PersonDialogProps = { eventId: string; personId: string; onClose: () => void }

/** One person of an event: their sections, what they ask to change, and who changed which field. */
export function PersonDialog({ eventId, personId, onClose }: PersonDialogProps) {
  const query = useQuery(personQuery(eventId, personId))
  const close = useCloseGuard(onClose)
  return (
    <Dialog
      isOpen
      title={query.data?.person.name ?? 'Person'}
      onClose={close}
      actions={
        <>
          <Button variant="outline" onClick={close}>
            Close
          </Button>
          <Button asChild variant="outline">
            <AdminLink to={links.testLogisticsEmail(eventId, personId)}>Test emails</AdminLink>
          </Button>
        </>
      }
    >
      <Shown query={query} what="the person">
        {(detail) => <Person eventId={eventId} detail={detail} />}
      </Shown>
    </Dialog>
  )
}

function Person({ eventId, detail }: { eventId: string; detail: PersonDetail }) {
  const { person, sections, changes } = detail
  return (
    <div className="grid gap-5 leading-snug [overflow-wrap:anywhere]">
      <p className="text-[.9375rem] text-soft">
        {`${ROLE_WORDS[person.role]}, ${person.email}. ${person.hasLink ? 'Their link works.' : 'They have no link.'} `}
        {person.lastOpenedAt === null
          ? 'The form has not been opened yet.'
          : `Their form was last opened ${formatAgo(person.lastOpenedAt)}. Programs that check mail open links too.`}
      </p>
      {sections
        .toSorted((one, other) => Number(!one.request) - Number(!other.request))
        .map((section) => (
          <SectionCard key={section.key} eventId={eventId} detail={detail} section={section} />
        ))}
      <Changes changes={changes} />
    </div>
  )
}

/** The titles of a section and of one of its fields. */
function nameField({ section, field }: LogisticsChange): string {
  const found = LOGISTICS_SECTIONS.find(({ key }) => key === section)
  return `${found?.title ?? section}: ${found?.fields.find(({ key }) => key === field)?.label ?? field}`
}

function Changes({ changes }: { changes: readonly LogisticsChange[] }) {
  return (
    <section>
      <h3 className="label text-[1.25rem]">Changes</h3>
      {changes.length === 0 ? (
        <p className="text-soft">No answers yet.</p>
      ) : (
        <ol className="mt-2 grid gap-2">
          {changes.map((change) => (
            <li key={change.id}>
              {nameField(change)}
              <span className="block text-[.875rem] text-soft">{`${change.by}, ${formatMoment(change.at)}`}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
