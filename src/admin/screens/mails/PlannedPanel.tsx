import { useQuery } from '@tanstack/react-query'
import type { PlannedMail } from '#src/contract/mail.ts'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { momentIn } from '../../blocks/moment.ts'
import { NothingToDo, Panel } from '../../blocks/Panel.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { links } from '../../links.ts'
import { PlanBadge } from '../event-timeline/PlanBadge.tsx'
import { plannedMailsQuery } from './mail-calls.ts'

/** The emails of workflows to one address that are no message: what waits for its time, and what is not sent and why. */
export function PlannedPanel({ address }: { address: string }) {
  const query = useQuery(plannedMailsQuery(address))
  return (
    <div className="mt-6">
      <Panel title="Workflow emails without a message">
        <Shown query={query} what="the workflow emails">
          {(mails) =>
            mails.length === 0 ? (
              <NothingToDo>No email of a workflow to this address is planned, and none was left out.</NothingToDo>
            ) : (
              <ul className="divide-y divide-line">
                {mails.map((mail) => (
                  <Planned key={mail.id} mail={mail} />
                ))}
              </ul>
            )
          }
        </Shown>
      </Panel>
    </div>
  )
}

function Planned({ mail: { workflow, event, order, state, reason, sentAt, dueAt, zone } }: { mail: PlannedMail }) {
  const why = sentAt === null ? reason : 'Its message was deleted since.'
  return (
    <li className="grid gap-1 px-5 py-3.5 leading-snug [overflow-wrap:anywhere]">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b>{workflow}</b>
        <PlanBadge state={state} />
      </p>
      <p className="text-[.9375rem] text-soft">
        {sentAt === null ? `Due ${momentIn(zone, dueAt)}` : `Sent ${momentIn(zone, sentAt)}`}
        {event?.name && (
          <>
            {', about '}
            <AdminLink to={links.eventTimeline(event.id)} className="underline underline-offset-4">
              {event.name}
            </AdminLink>
          </>
        )}
        {order && (
          <>
            {', about '}
            <AdminLink to={links.order(order.id)} className="underline underline-offset-4">
              {`order ${order.number}`}
            </AdminLink>
          </>
        )}
      </p>
      {why && <p>{why}</p>}
    </li>
  )
}
