import { useQuery } from '@tanstack/react-query'
import { Panel } from '../../blocks/Panel.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { buildsQuery } from '../../build-status.ts'
import { BuildLines } from '../../shell/BuildIndicator.tsx'

const SHOWN = 5

/** The last builds: what changed, who changed it, and what became of it. */
export function LatestBuilds() {
  const query = useQuery(buildsQuery)
  return (
    <Panel title="Latest builds">
      <div className={query.data ? '' : 'p-5'}>
        <Shown query={query} what="the builds">
          {({ builds }) => <BuildLines builds={builds.slice(0, SHOWN)} />}
        </Shown>
      </div>
    </Panel>
  )
}
