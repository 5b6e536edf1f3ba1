import type { OrderDetail } from '#src/contract/shop-order-admin.ts'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { momentIn } from '../../blocks/moment.ts'
import { DetailCard } from '../../blocks/Panel.tsx'
import { links } from '../../links.ts'
import { PlanBadge } from '../event-timeline/PlanBadge.tsx'

/** The emails that workflows plan about an order, and why one of them is not sent. (decision 0060) */
export function RemindersCard({ order: { reminders } }: { order: OrderDetail }) {
  if (reminders.length === 0) return null
  return (
    <DetailCard title="Reminders">
      <ul className="grid w-full gap-3">
        {reminders.map(({ id, ruleId, workflow, state, reason, dueAt, sentAt, zone }) => (
          <li key={id} className="leading-snug">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <AdminLink to={links.workflows({ edit: ruleId })} className="font-semibold underline underline-offset-4">
                {workflow}
              </AdminLink>
              <PlanBadge state={state} />
            </p>
            <p className="text-[.875rem] text-soft">
              {sentAt === null ? `Due ${momentIn(zone, dueAt)}` : `Sent ${momentIn(zone, sentAt)}`}
            </p>
            {reason && <p>{reason}</p>}
          </li>
        ))}
      </ul>
    </DetailCard>
  )
}
