import { Check, Minus } from 'lucide-react'
import type { MenuItem } from '#src/contract/navigation.ts'

/** What people call the kinds of viewer. (product 6) */
export const VIEWER_NAMES = { anonymous: 'Visitors', user: 'Members', admin: 'Admins' } as const

/** Which kinds of viewer an item is for. */
export function SeenBy({ item }: { item: MenuItem }) {
  const flags = [
    [VIEWER_NAMES.anonymous, item.visibleToAnonymous],
    [VIEWER_NAMES.user, item.visibleToUser],
    [VIEWER_NAMES.admin, item.visibleToAdmin],
  ] as const
  return (
    <ul className="inline-flex flex-wrap gap-x-3 gap-y-0.5 align-middle text-[.9375rem]">
      {flags.map(([name, isSeen]) => (
        <li key={name} className={`inline-flex items-center gap-1 ${isSeen ? 'text-ink' : 'text-soft line-through'}`}>
          {isSeen ? <Check aria-hidden="true" className="size-4" /> : <Minus aria-hidden="true" className="size-4" />}
          {name}
          {!isSeen && <span className="sr-only"> (hidden)</span>}
        </li>
      ))}
    </ul>
  )
}
