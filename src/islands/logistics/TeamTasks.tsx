import { useStore } from '@nanostores/react'
import { lazy, Suspense, useEffect } from 'react'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { ResourceState } from '../resource/ResourceState.tsx'
import { taskCalls, teamTasks } from './form.ts'

/** Loaded for people with tasks: most have none, and it brings the checks of answers. */
const TaskList = lazy(async () => ({ default: (await import('../tasks/TaskList.tsx')).TaskList }))

/** What a person of the team has to do for the event. Nothing is shown to people without tasks. */
export function TeamTasks() {
  const state = useStore(teamTasks.$state, { ssr: 'initial' })
  useEffect(() => void teamTasks.load(), [])
  if (state.status === 'loading' || (state.status === 'ready' && state.value.length === 0)) return null
  return (
    <section aria-labelledby="team-tasks" className="grid gap-5">
      <h2 id="team-tasks" className="label mt-4 text-[1.75rem]">
        Your tasks
      </h2>
      <ResourceState of={teamTasks} what="your tasks">
        {(tasks) => (
          <ErrorBoundary>
            <Suspense fallback={<Skeleton className="h-24 w-full" />}>
              <TaskList tasks={tasks} calls={taskCalls} />
            </Suspense>
          </ErrorBoundary>
        )}
      </ResourceState>
    </section>
  )
}
