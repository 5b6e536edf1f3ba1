import { useEffect } from 'react'
import { AccountSection } from '../account/AccountSection.tsx'
import { ResourceState } from '../resource/ResourceState.tsx'
import { TaskList } from '../tasks/TaskList.tsx'
import { taskCalls, tasks } from './portal.ts'

/** What the company has to do for its events. (product 2: tasks) */
export function TasksSection() {
  useEffect(() => void tasks.load(), [])
  return (
    <AccountSection
      id="vendor-tasks"
      title="Your tasks"
      lead="What we need from you, and by when. Everyone with access sees the same list."
    >
      <ResourceState of={tasks} what="your tasks">
        {(items) => <TaskList tasks={items} calls={taskCalls} />}
      </ResourceState>
    </AccountSection>
  )
}
