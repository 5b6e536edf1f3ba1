import type { Dashboard } from '#src/contract/dashboard.ts'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { links } from '../../links.ts'

type GaugesProps = Pick<Dashboard, 'pendingAccounts' | 'openReports' | 'mail'> & { missing: number | undefined }

/** The figures that should read zero, each leading to where it is brought there. */
export function Gauges({ pendingAccounts, openReports, mail, missing }: GaugesProps) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <Gauge
        count={pendingAccounts}
        label={pendingAccounts === 1 ? 'account waits for approval' : 'accounts wait for approval'}
        href={links.users()}
      />
      <Gauge
        count={openReports}
        label={openReports === 1 ? 'open report waits' : 'open reports wait'}
        href={links.reports({ status: 'open' })}
      />
      {mail && (
        <Gauge
          count={mail.dead}
          label={mail.dead === 1 ? 'mail could not be delivered' : 'mails could not be delivered'}
          note={mail.retrying > 0 ? `${mail.retrying} more wait for another try` : undefined}
          href={links.mails({ state: 'dead' })}
        />
      )}
      {missing !== undefined && (
        <Gauge
          count={missing}
          label={missing === 1 ? 'upcoming event lacks something' : 'upcoming events lack something'}
          href={links.eventManage()}
        />
      )}
    </ul>
  )
}

type GaugeProps = { count: number; label: string; note?: string | undefined; href: string }

function Gauge({ count, label, note, href }: GaugeProps) {
  const isCalm = count === 0
  return (
    <li className={`relative flex overflow-hidden rounded-lg ${isCalm ? 'admin-panel' : 'plate'}`}>
      {!isCalm && <span aria-hidden="true" className="hazard w-3 shrink-0" />}
      <div className="px-5 py-4">
        <AdminLink href={href} className="whole no-underline">
          <span className="display block text-[3.5rem] tabular-nums leading-none">{count}</span>
          <span className="mt-1 block font-semibold leading-snug">{label}</span>
        </AdminLink>
        {note && <span className="mt-0.5 block text-[.9375rem]">{note}</span>}
      </div>
    </li>
  )
}
