import type { StatusNotice } from '#src/contract/landing-copy.ts'

/** Red takes the event out of service; black on yellow asks to look twice. */
const LOOKS = {
  cancelled: { box: 'bg-stop text-on-stop', edge: 'hazard-stop' },
  postponed: { box: 'bg-stop text-on-stop', edge: 'hazard-stop' },
  moved: { box: 'bg-on-signal text-signal', edge: 'hazard' },
} as const

/** The tag of a cancelled, postponed or moved event. `brief` keeps to its title, where space is short. */
export function Notice({ notice, brief = false }: { notice: StatusNotice | undefined; brief?: boolean }) {
  if (!notice) return null
  const { box, edge } = LOOKS[notice.status]
  return (
    <div role="note" className={`notice ${box}`}>
      <span aria-hidden="true" className={edge} />
      <div>
        <p className="label">{notice.title}</p>
        {!brief && <p>{notice.text}</p>}
      </div>
    </div>
  )
}
