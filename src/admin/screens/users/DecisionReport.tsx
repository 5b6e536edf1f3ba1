import type { DecisionResult } from '#src/contract/user.ts'
import { Button } from '#src/ui/Button.tsx'

/** Who could not be decided about, and why, until it is put away. */
export function DecisionReport({ left, onClose }: { left: readonly DecisionResult[]; onClose: () => void }) {
  if (left.length === 0) return null
  return (
    <div role="status" className="admin-panel mb-5 flex overflow-hidden">
      <span aria-hidden="true" className="hazard w-3 shrink-0" />
      <div className="grid justify-items-start gap-3 px-5 py-4">
        <ul className="grid gap-1 leading-snug">
          {left.map(({ id, username, message }) => (
            <li key={id} className="[overflow-wrap:anywhere]">
              {username && <b>{username}: </b>}
              {message}
            </li>
          ))}
        </ul>
        <Button variant="outline" size="sm" onClick={onClose}>
          Dismiss
        </Button>
      </div>
    </div>
  )
}
