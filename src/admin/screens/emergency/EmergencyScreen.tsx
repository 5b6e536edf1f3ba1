import { useStore } from '@nanostores/react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { DRILL_EVERY_DAYS, type EmergencyLine, type EmergencyStatus, NEEDS_FACTOR } from '#src/contract/emergency.ts'
import { plural } from '#src/contract/plural.ts'
import { SITE_LEVELS } from '#src/contract/site-mode.ts'
import { $viewer } from '#src/islands/viewer/viewer.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { formatAgo, formatMoment } from '../../blocks/moment.ts'
import { FactList, NothingToDo, Panel } from '../../blocks/Panel.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { FactorsCard, KeysCard, LinksCard, PasswordsCard, SessionsCard } from './access-cards.tsx'
import { emergencyQuery } from './emergency-calls.ts'
import { LevelCard, MailCard, ReleaseCard } from './site-cards.tsx'

/** What owners do on a bad day, grouped by what they fear. Nothing happens before a count and the site's name. (decision 0051) */
export function EmergencyScreen() {
  return (
    <Screen
      title="Emergency reset"
      lead="Choose what you are worried about. You see in numbers what will happen, and nothing happens before you have typed the name of the site."
    >
      <Shown query={useQuery(emergencyQuery)} what="the emergency page">
        {(status) => <Actions status={status} />}
      </Shown>
    </Screen>
  )
}

function Actions({ status }: { status: EmergencyStatus }) {
  const [isDrill, setDrill] = useState(false)
  const isRefused = useStore($viewer)?.aal !== 2
  const noticeId = useId()
  const setting = { siteName: status.siteName, isDrill, refusalId: isRefused ? noticeId : undefined }
  return (
    <div className="grid max-w-4xl gap-6">
      {isRefused && (
        <p id={noticeId} className="admin-panel border-signal border-l-8 px-5 py-4 leading-snug">
          <b>{NEEDS_FACTOR}</b>{' '}
          <a href="/account" className="font-semibold underline underline-offset-4">
            Open your account page
          </a>
        </p>
      )}
      <NowPanel status={status} />
      <div className="admin-panel px-5 py-4">
        <Checkbox
          label="This is a drill"
          hint={`Does everything but the last step, and emails all owners that it was one. Run a drill every ${DRILL_EVERY_DAYS} days.`}
          checked={isDrill}
          onChange={({ target }) => setDrill(target.checked)}
        />
      </div>
      <Panel title="An account was taken over">
        <SessionsCard {...setting} />
        <PasswordsCard {...setting} />
        <FactorsCard {...setting} />
        <KeysCard {...setting} mayReplaceKeys={status.mayReplaceKeys} />
        <LinksCard {...setting} />
      </Panel>
      <Panel title="The site must be closed">
        <LevelCard {...setting} mode={status.mode} />
      </Panel>
      <Panel title="Wrong content is public">
        <ReleaseCard {...setting} releases={status.releases} />
      </Panel>
      <Panel title="Mail must stop">
        <MailCard {...setting} mode={status.mode} mailWaiting={status.mailWaiting} />
      </Panel>
    </div>
  )
}

function NowPanel({ status }: { status: EmergencyStatus }) {
  const { mode, mailWaiting, lastDrillAt, isDrillDue, actions } = status
  const name = SITE_LEVELS.find(({ level }) => level === mode.level)?.name
  const drill = lastDrillAt === null ? 'None yet' : `${formatAgo(lastDrillAt)}`
  return (
    <Panel title="Now">
      <div className="grid gap-4 px-5 py-4 leading-snug">
        <FactList
          facts={[
            ['Site', <b key="site">{`Level ${mode.level}: ${name}`}</b>],
            ...(mode.level > 0
              ? ([
                  ['Reason', `${mode.reason} (${mode.setByName ?? 'unknown'}, ${formatMoment(mode.setAt)})`],
                  ['Opens', mode.until === null ? 'When an owner opens it' : formatMoment(mode.until)],
                ] as const)
              : []),
            [
              'Mail',
              mode.mailHeldSince === null
                ? 'Is sent'
                : `Held since ${formatMoment(mode.mailHeldSince)}, ${plural(mailWaiting, 'message')} waiting`,
            ],
            ['Last drill', isDrillDue ? <b key="drill">{drill}. A drill is due.</b> : drill],
          ]}
        />
        <p className="text-[.9375rem] text-soft">
          If this page does not work, use <code>npm run emergency</code> on the server.
        </p>
      </div>
      <h3 className="border-line border-t px-5 pt-4 font-bold">Last actions</h3>
      {actions.length === 0 ? (
        <NothingToDo>No actions and no drills yet.</NothingToDo>
      ) : (
        <LastActions actions={actions} />
      )}
    </Panel>
  )
}

function LastActions({ actions }: { actions: EmergencyLine[] }) {
  return (
    <ol className="grid gap-3 px-5 py-4 leading-snug">
      {actions.map(({ id, isDrill, by, startedAt, finishedAt, sentence }) => (
        <li key={id}>
          {isDrill && <b>Drill. </b>}
          {finishedAt === null && <b className="text-stop-ink">Interrupted. </b>}
          {sentence}
          <span className="block text-[.9375rem] text-soft">
            {by}, {formatMoment(startedAt)}
          </span>
        </li>
      ))}
    </ol>
  )
}
