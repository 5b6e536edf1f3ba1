import { useQuery } from '@tanstack/react-query'
import { VendorFigures } from '#src/sections/VendorFigures.tsx'
import { api, ask } from '../../api.ts'
import { getDay } from '../../blocks/moment.ts'
import { NothingToDo, Panel } from '../../blocks/Panel.tsx'
import { Shown } from '../../blocks/Shown.tsx'

/** What the vendor sees of its own logo, event by event. */
export function VendorFiguresPanel({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['vendors', 'statistics', id],
    queryFn: () => ask(() => api.vendors[':id'].statistics.$get({ param: { id } })),
  })
  return (
    <div className="mt-8">
      <Panel title="Statistics">
        <Shown query={query} what="the statistics">
          {({ events }) =>
            events.length === 0 ? (
              <NothingToDo>No statistics yet. They start when someone views an event page.</NothingToDo>
            ) : (
              <div className="px-5 py-4">
                <VendorFigures events={events} getDay={getDay} />
              </div>
            )
          }
        </Shown>
      </Panel>
    </div>
  )
}
