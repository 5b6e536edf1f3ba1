import type { StatusNotice } from '#src/contract/landing.ts'

/** The out-of-service tag of a cancelled, postponed or moved event. `brief` keeps to its title, where space is short. */
export function Notice({ notice, brief = false }: { notice: StatusNotice | undefined; brief?: boolean }) {
  if (!notice) return null
  return (
    <div role="note" className="flex overflow-hidden rounded-md bg-stop text-on-stop">
      <span aria-hidden="true" className="hazard-stop w-5 shrink-0" />
      <div className="px-4 py-3">
        <p className="label text-[1.25rem]">{notice.title}</p>
        {!brief && <p className="mt-1 text-[1rem] leading-snug">{notice.text}</p>}
      </div>
    </div>
  )
}
