import { useStore } from '@nanostores/react'
import { useQuery } from '@tanstack/react-query'
import { SECURITY_TEST } from '#src/contract/checks.ts'
import { hasRole } from '#src/contract/rank.ts'
import {
  concernSentence,
  getConcerns,
  type SecurityOverview,
  type TestSummary,
} from '#src/contract/security-overview.ts'
import { $viewer } from '#src/islands/viewer/viewer.ts'
import { Button } from '#src/ui/Button.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { formatAgo } from '../../blocks/moment.ts'
import { NeedList } from '../../blocks/NeedList.tsx'
import { NothingToDo, Panel } from '../../blocks/Panel.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { links } from '../../links.ts'
import { AttemptsPanel } from './AttemptsPanel.tsx'
import { BanRulePanel } from './BanRulePanel.tsx'
import { FactorsPanel, RolesPanel, SessionsPanel } from './HolderPanels.tsx'
import { AuditPanel, LinksPanel, LocksPanel } from './StatePanels.tsx'
import { securityQuery } from './security-calls.ts'

/** What an administrator looks at on a bad day: what needs somebody, and everything that this is judged by. (product 2) */
export function SecurityScreen() {
  const query = useQuery(securityQuery)
  return (
    <Screen
      title="Security"
      lead={query.data && `As of ${formatAgo(query.data.at)}.`}
      actions={
        <Button variant="outline" size="sm" isBusy={query.isFetching} onClick={() => void query.refetch()}>
          {query.isFetching ? 'Refreshing...' : 'Refresh'}
        </Button>
      }
    >
      <Shown query={query} what="the state of security">
        {(overview) => <Overview {...overview} />}
      </Shown>
    </Screen>
  )
}

function Overview(overview: SecurityOverview) {
  const concerns = getConcerns(overview)
  return (
    <>
      <NeedList sentence={concernSentence(concerns)} needs={concerns} />
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <AttemptsPanel day={overview.day} week={overview.week} />
          <LocksPanel {...overview} />
          <SessionsPanel holders={overview.holders} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <FactorsPanel holders={overview.holders} />
          <RolesPanel holders={overview.holders} />
          <LinksPanel links={overview.links} previews={overview.previews} />
          <AuditPanel head={overview.auditHead} verifiedAt={overview.auditVerifiedAt} />
          <TestPanel test={overview.test} />
          <BanRulePanel />
        </div>
      </div>
      <EmergencyCard />
    </>
  )
}

/** Leads owners to what they do when something is wrong. */
function EmergencyCard() {
  if (!hasRole(useStore($viewer)?.roles ?? [], 'owner')) return null
  return (
    <section aria-labelledby="emergency" className="admin-panel mt-6 flex overflow-hidden">
      <span aria-hidden="true" className="hazard-stop w-4 shrink-0" />
      <div className="grid min-w-0 justify-items-start gap-3 px-5 py-4 leading-snug">
        <h2 id="emergency" className="label text-[1.375rem]">
          Something is wrong?
        </h2>
        <p className="max-w-2xl">
          Sign people out, expire passwords, void links, close the site, stop mail or put an older version back.
        </p>
        <Button asChild variant="destructive">
          <AdminLink to={links.emergency()}>Emergency reset</AdminLink>
        </Button>
      </div>
    </section>
  )
}

const STATES = [
  ['fail', 'failed'],
  ['warn', 'with a warning'],
  ['unknown', 'could not run'],
  ['pass', 'passed'],
] as const

/** How the checks of the security test ended last. */
function TestPanel({ test }: { test: TestSummary | null }) {
  return (
    <Panel id="test" title={SECURITY_TEST}>
      {test ? (
        <div className="px-5 py-4">
          <p className="font-semibold">
            {STATES.flatMap(([state, words]) => (test[state] > 0 ? [`${test[state]} ${words}`] : [])).join(', ')}
          </p>
          <p className="text-[.9375rem] text-soft">Last run {formatAgo(test.lastRunAt)}</p>
        </div>
      ) : (
        <NothingToDo>The security test has not run yet.</NothingToDo>
      )}
      <p className="px-5 pb-4">
        <AdminLink
          to={{ to: '/admin/security-test' }}
          className="inline-flex min-h-8 items-center font-semibold underline underline-offset-4"
        >
          Open the security test
        </AdminLink>
      </p>
    </Panel>
  )
}
