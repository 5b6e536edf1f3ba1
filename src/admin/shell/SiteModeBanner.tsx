import { useStore } from '@nanostores/react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { hasRole } from '#src/contract/rank.ts'
import { MAIL_HELD, SITE_LEVELS, type SiteModeAnswer, STATE_OF_SITE } from '#src/contract/site-mode.ts'
import { $viewer } from '#src/islands/viewer/viewer.ts'
import { api, ask } from '../api.ts'
import { AdminLink } from '../blocks/AdminLink.tsx'
import { formatMoment } from '../blocks/moment.ts'
import { links } from '../links.ts'
import { isSiteClosed } from '../query-client.ts'
import { COUNTED, dashboardQuery } from '../waiting.ts'

/** Read only while the dashboard is closed too: it contains the same. */
const siteModeQuery = queryOptions({
  queryKey: ['site-mode'],
  queryFn: () => ask(() => api['site-mode'].$get()),
  refetchInterval: COUNTED,
})

/** Says above every screen that the site is closed or mail is held, why, by whom and until when; owners can change it. */
export function SiteModeBanner() {
  const mayChange = hasRole(useStore($viewer)?.roles ?? [], 'owner')
  const { data, error } = useQuery({ ...dashboardQuery, staleTime: COUNTED })
  const isClosed = isSiteClosed(error)
  const own = useQuery({ ...siteModeQuery, enabled: isClosed })
  const mode = isClosed ? own.data : data?.siteMode
  if (!mode || (mode.level === 0 && mode.mailHeldSince === null)) return null
  return (
    <aside aria-label={STATE_OF_SITE} className="flex border-line border-b bg-surface">
      <span aria-hidden="true" className="hazard w-4 shrink-0" />
      <div role="status" className="min-w-0 px-4 py-3 leading-snug [overflow-wrap:anywhere] sm:px-6">
        {mode.level > 0 && <LevelInForce mode={mode} />}
        {mode.mailHeldSince !== null && (
          <p>
            <strong>{MAIL_HELD}</strong> Since {formatMoment(mode.mailHeldSince)}.
          </p>
        )}
        {mayChange && (
          <AdminLink to={links.emergency()} className="inline-block min-h-6 font-semibold underline underline-offset-4">
            {mode.level > 0 ? 'Open the site or change the level' : 'Send mail again'}
          </AdminLink>
        )}
      </div>
    </aside>
  )
}

function LevelInForce({ mode: { level, reason, setByName, setAt, until } }: { mode: SiteModeAnswer }) {
  const { name, effect } = SITE_LEVELS[level]
  return (
    <>
      <p>
        <strong>
          Level {level}: {name}.
        </strong>{' '}
        <span className="max-sm:hidden">{effect}</span>
      </p>
      <p className="text-soft">
        “{reason}” Set by {setByName}, {formatMoment(setAt)}.{' '}
        {until === null ? 'An owner has to open the site again.' : `The site opens by itself: ${formatMoment(until)}.`}
      </p>
    </>
  )
}
