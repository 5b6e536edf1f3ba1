import { type ReactNode, useId } from 'react'
import type { UserLine } from '#src/contract/user.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { agoOf, momentOf } from '../../blocks/moment.ts'
import { links } from '../../links.ts'

type QueueCardProps = { person: UserLine; isSelected: boolean; onToggle: () => void; children: ReactNode }

/** Somebody who waits, with what there is to decide by. */
export function QueueCard({ person, isSelected, onToggle, children }: QueueCardProps) {
  const id = useId()
  const { username, fullName, email, createdAt, lastSeenAt, ban, roles } = person
  return (
    <li
      data-person={person.id}
      className="admin-panel flex flex-wrap items-center gap-x-5 gap-y-3 px-4 py-3.5 focus-within:border-focus has-checked:bg-plate has-checked:text-on-plate"
    >
      <label htmlFor={id} className="-m-2 grid size-10 shrink-0 cursor-pointer place-items-center">
        <span className="sr-only">Select {username}</span>
        <input
          id={id}
          type="checkbox"
          checked={isSelected}
          onChange={onToggle}
          className="size-6 cursor-pointer accent-(--tick)"
        />
      </label>
      <div className="min-w-0 flex-[1_1_14rem] leading-snug [overflow-wrap:anywhere]">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <AdminLink href={links.user(person.id)} className="font-semibold text-[1.125rem]">
            {username}
          </AdminLink>
          {fullName && <span>{fullName}</span>}
          {ban && <Badge tone="bad">Banned</Badge>}
          {roles.map((role) => (
            <Badge key={role}>{role}</Badge>
          ))}
        </p>
        <p className="mt-0.5">{email}</p>
      </div>
      <p className="flex-[1_1_12rem] text-[.9375rem] leading-snug">
        <span className="block">
          Registered <time title={momentOf(createdAt)}>{agoOf(createdAt)}</time>
        </span>
        <span className="block">{lastSeenAt === null ? 'Never signed in' : `Last seen ${agoOf(lastSeenAt)}`}</span>
      </p>
      <div className="flex flex-wrap gap-2">{children}</div>
    </li>
  )
}
