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
  const box = 'portrait'
  if (!photo) {
    return (
      <span aria-hidden="true" className={`${box} label`}>
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
      <h3 className="label about-head">Meet the team</h3>
      <ul className="grid team">
        {team.map((person) => (
          <li key={person.id} className="person">
            <Portrait person={person} />
            <div>
              <h4 className="label">{person.fullName}</h4>
              <p>{[person.title, person.credentials].filter(Boolean).join(', ')}</p>
              <p>{person.bio}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
