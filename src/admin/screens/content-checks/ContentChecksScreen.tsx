import { useQuery } from '@tanstack/react-query'
import {
  CONTENT_CHECKS,
  CONTENT_CHECKS_LEAD,
  CONTENT_CHECKS_TITLE,
  type ContentChecks,
  type Finding,
  sayFindings,
  sayOutside,
} from '#src/contract/content-check.ts'
import { FindingLines } from '../../blocks/FindingLines.tsx'
import { formatMoment } from '../../blocks/moment.ts'
import { NeedList } from '../../blocks/NeedList.tsx'
import { Panel } from '../../blocks/Panel.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { siteChecksQuery } from './content-check-calls.ts'

/** What the checks of content find in all that visitors see, by check. */
export function ContentChecksScreen() {
  const query = useQuery(siteChecksQuery)
  return (
    <Screen title={CONTENT_CHECKS_TITLE} lead={CONTENT_CHECKS_LEAD}>
      <Shown query={query} what="the content checks">
        {({ findings, outside }) => (
          <div className="grid gap-6">
            <NeedList sentence={sayFindings(findings)} needs={[]} />
            {toGroups(findings).map(([title, group]) => (
              <Panel key={title} title={`${title} (${group.length})`}>
                <div className="px-5 py-4">
                  <FindingLines findings={group} hasSubjects />
                </div>
              </Panel>
            ))}
            <Outside outside={outside} />
          </div>
        )}
      </Shown>
    </Screen>
  )
}

/** The findings of each check that found something, in the order of the checks. */
function toGroups(findings: readonly Finding[]): (readonly [title: string, group: Finding[]])[] {
  return Object.entries(CONTENT_CHECKS).flatMap(([key, { title }]) => {
    const group = findings.filter((finding) => finding.key === key)
    return group.length > 0 ? [[title, group] as const] : []
  })
}

/** What is known of links to other sites. One that could not be checked is no fault of ours, and is listed for a person to try. */
function Outside({ outside }: Pick<ContentChecks, 'outside'>) {
  return (
    <Panel title="Links to other sites">
      <div className="grid gap-3 px-5 py-4 leading-snug">
        <p>{sayOutside(outside)}</p>
        {outside.unknown.length > 0 && (
          <ul className="grid gap-2">
            {outside.unknown.map(({ url, reason, checkedAt }) => (
              <li key={url} className="[overflow-wrap:anywhere]">
                <a href={url} target="_blank" rel="noreferrer" className="underline underline-offset-4">
                  {url}
                  <span className="sr-only"> opens in a new tab</span>
                </a>{' '}
                <span className="text-soft">{`${reason}. Checked on ${formatMoment(checkedAt)}.`}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  )
}
