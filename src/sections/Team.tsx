import type { Person } from '#src/contract/landing.ts'

/** `Ada Quill` becomes `AQ`, in place of a missing portrait. */
function initials(name: string): string {
  return name
    .split(/\s+/)
    .map((part) => part.charAt(0))
    .slice(0, 2)
    .join('')
}

function Portrait({ person: { photo, fullName } }: { person: Person }) {
  const box = 'size-18 shrink-0 sm:size-24 rounded-md bg-plate object-cover'
  if (!photo) {
    return (
      <span aria-hidden="true" className={`${box} label flex items-center justify-center text-[1.75rem] text-on-plate`}>
        {initials(fullName)}
      </span>
    )
  }
  const isElsewhere = !photo.src.startsWith('/')
  return (
    <img
      src={photo.src}
      alt={`Portrait of ${fullName}`}
      width={photo.width ?? 96}
      height={photo.height ?? 96}
      loading="lazy"
      decoding="async"
      className={box}
      {...(isElsewhere && { referrerPolicy: 'no-referrer' as const })}
    />
  )
}

/** The people who run the day. */
export function Team({ team }: { team: Person[] }) {
  if (team.length === 0) return null
  return (
    <>
      <h3 className="label mt-16 text-[1.75rem]">Meet the team</h3>
      <ul className="mt-6 grid gap-x-12 gap-y-10 md:grid-cols-2">
        {team.map((person) => (
          <li key={person.id} className="flex flex-wrap gap-5">
            <Portrait person={person} />
            <div className="min-w-0 flex-[1_1_9rem]">
              <h4 className="label text-[1.5rem]">{person.fullName}</h4>
              <p className="font-semibold">{[person.title, person.credentials].filter(Boolean).join(', ')}</p>
              <p className="mt-1 text-[1rem] text-soft">{person.bio}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
