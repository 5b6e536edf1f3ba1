import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { ResourceState } from '../resource/ResourceState.tsx'
import { TaskList } from '../tasks/TaskList.tsx'
import { taskCalls, teamTasks } from './form.ts'

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
        {(tasks) => <TaskList tasks={tasks} calls={taskCalls} />}
      </ResourceState>
    </section>
  )
}
