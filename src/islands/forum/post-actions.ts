import type { MyPost, MyTopic } from '#src/contract/forum-post.ts'

/** A task in the menu of a post. */
export type Task =
  | 'edit'
  | 'delete'
  | 'flag'
  | 'solve'
  | 'unsolve'
  | 'hide'
  | 'restore'
  | 'history'
  | 'pin'
  | 'unpin'
  | 'lock'
  | 'unlock'
  | 'slow'
  | 'move'
  | 'merge'
  | 'ban'

/** The props of a task that opens a dialog or a form. `onSuccess` shows a toast. */
export type PostTaskProps = {
  task: Task
  article: HTMLElement
  onSuccess: (message: string) => void
  onClose: () => void
}

export type ModeratorTaskProps = PostTaskProps & { own: MyTopic }

export const TASK_LABELS: Record<Task, string> = {
  edit: 'Edit',
  delete: 'Delete',
  flag: 'Report',
  solve: 'Mark as solution',
  unsolve: 'Remove solution mark',
  hide: 'Hide',
  restore: 'Restore',
  history: 'History',
  pin: 'Pin topic',
  unpin: 'Unpin topic',
  lock: 'Lock topic',
  unlock: 'Unlock topic',
  slow: 'Slow mode',
  move: 'Move topic',
  merge: 'Merge topic',
  ban: 'Ban author',
}

/** What the page shows of a post. */
type ShownPost = {
  number: number
  /** Only a placeholder is shown. */
  isGone: boolean
  /** Only its author sees its text. */
  isHidden: boolean
  isSolution: boolean
}

/** What this viewer may do with a post, in the order of the menu. */
export function tasksFor(own: MyTopic, post: MyPost | undefined, shown: ShownPost, now: number): Task[] {
  if (!post) return []
  const { mayModerate, mayBan, maySolve, isPinned, isLocked } = own
  const isOpening = shown.number === 1
  const mayEdit = mayModerate || (post.editableUntil !== null && post.editableUntil > now)
  const tasks: [Task, boolean][] = [
    ['edit', mayEdit && !shown.isGone],
    ['delete', post.mayDelete && !shown.isGone],
    ['flag', !post.isOwn && !post.hasFlagged && !shown.isGone],
    [shown.isSolution ? 'unsolve' : 'solve', maySolve && !isOpening && !shown.isGone],
    ['hide', mayModerate && !shown.isGone && !shown.isHidden],
    ['restore', mayModerate && (shown.isGone || shown.isHidden)],
    ['history', mayModerate],
    [isPinned ? 'unpin' : 'pin', mayModerate && isOpening],
    [isLocked ? 'unlock' : 'lock', mayModerate && isOpening],
    ['slow', mayModerate && isOpening],
    ['move', mayModerate && isOpening],
    ['merge', mayModerate && isOpening],
    ['ban', mayBan && !post.isOwn && post.authorId !== null],
  ]
  return tasks.flatMap(([task, isThere]) => (isThere ? [task] : []))
}
