import { useQuery } from '@tanstack/react-query'
import {
  CHECK_GROUPS,
  CHECK_STATE_LABELS,
  type CheckGroup,
  type CheckResult,
  type CheckState,
  type ChecksOverview,
  checksSentence,
  needsAttention,
  SECURITY_TEST,
} from '#src/contract/checks.ts'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { ChoiceFilter, Filters } from '../../blocks/Filters.tsx'
import { Panel } from '../../blocks/Panel.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { links } from '../../links.ts'
import { CheckCard } from './CheckCard.tsx'
import { checksQuery, isUnderWay } from './check-calls.ts'
import { LastRounds, RoundLine, RunButton } from './Rounds.tsx'

/** What the checks of the live site found, and the button that runs them. (product 8) */
export function SecurityTestScreen() {
  const query = useQuery(checksQuery)
  return (
    <Screen
      title={SECURITY_TEST}
      lead="Asks the live site and the database whether they are as safe as they should be."
      actions={query.data && <RunButton round={query.data.round} />}
    >
      <Shown query={query} what="the security test">
        {(overview) => <Overview {...overview} />}
      </Shown>
    </Screen>
  )
}

function Overview({ round, checks }: ChecksOverview) {
  const isRunning = isUnderWay(round)
  const needed = isRunning ? 0 : checks.filter(needsAttention).length
  const last = round?.finishedAt ? round.id : undefined
  if (checks.every(({ state }) => state === null)) {
    return (
      <>
        {round && <RoundLine round={round} />}
        <Empty title={checksSentence(checks)}>
          Checks run daily and after each build. An owner can run them now. {checks.length} checks are ready.
        </Empty>
      </>
    )
  }
  return (
    <>
      <div className={`flex overflow-hidden rounded-lg ${needed > 0 ? 'plate' : 'admin-panel'}`}>
        {needed > 0 && <span aria-hidden="true" className="hazard w-3 shrink-0" />}
        <div className="min-w-0 flex-1 px-4 py-4 sm:px-5">
          <p role="status" className="label text-[1.5rem] leading-tight">
            {isRunning ? 'The checks are running.' : checksSentence(checks)}
          </p>
          {round && <RoundLine round={round} />}
          {needed > 0 && (
            <AdminLink
              to={links.securityTest({ show: 'attention' })}
              className="mt-1 inline-flex min-h-8 items-center font-semibold underline underline-offset-4"
            >
              Show only what needs your attention
            </AdminLink>
          )}
        </div>
      </div>
      <Results checks={checks} />
      <LastRounds last={last} />
    </>
  )
}

type Filter = CheckState | 'attention' | 'changed'

const FILTERS: readonly (readonly [Filter | '', string])[] = [
  ['', 'All checks'],
  ['attention', 'Need you'],
  ['changed', 'Changed since the last round'],
  ['fail', CHECK_STATE_LABELS.fail],
  ['warn', CHECK_STATE_LABELS.warn],
  ['unknown', CHECK_STATE_LABELS.unknown],
  ['pass', CHECK_STATE_LABELS.pass],
]

function fits(check: CheckResult, filter: Filter | undefined): boolean {
  if (filter === undefined) return true
  if (filter === 'attention') return needsAttention(check)
  return filter === 'changed' ? check.change !== 'unchanged' : check.state === filter
}

function Results({ checks }: { checks: readonly CheckResult[] }) {
  const [{ show }, set] = useUrlState('/admin/security-test')
  const shown = checks.filter((check) => fits(check, show))
  const groups = Object.keys(CHECK_GROUPS).filter((group): group is CheckGroup =>
    shown.some((check) => check.group === group),
  )
  return (
    <div className="mt-6">
      <Filters>
        <ChoiceFilter label="Show" options={FILTERS} value={show} onChange={(next) => set({ show: next })} />
        <p role="status" className="text-[.9375rem] text-soft">
          {show && `${shown.length} of ${checks.length}`}
        </p>
      </Filters>
      {shown.length === 0 && <Empty title="No checks here">No check matches this filter.</Empty>}
      <div className="grid grid-cols-1 gap-6">
        {groups.map((group) => (
          <Panel key={group} title={CHECK_GROUPS[group]}>
            <ul className="divide-y divide-line">
              {shown
                .filter((check) => check.group === group)
                .map((check) => (
                  <CheckCard key={check.key} check={check} />
                ))}
            </ul>
          </Panel>
        ))}
      </div>
    </div>
  )
}
