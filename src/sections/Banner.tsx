import type { Landing } from '#src/contract/landing.ts'
import { Timed } from './Timed.tsx'

/** Section 1: the strip across the top on the Early Bird Package, and what the organiser announces. (spec 2) */
export function Banner({ landing }: { landing: Landing }) {
  const { banner, notice, announcement, now } = landing
  return (
    <section aria-label="Announcements" className="bg-signal text-on-signal print:hidden">
      <div className="relative">
        <span aria-hidden="true" className="hazard absolute inset-y-0 left-0 w-3 sm:w-6" />
        <div className="wrap py-3 leading-snug">
          {notice?.status === 'moved' && <p className="label text-[1.125rem]">{notice.title}</p>}
          <Timed spans={banner} now={now} as="p">
            {({ lead, detail }) => (
              <>
                <strong className="label mr-3 text-[1.125rem]">{lead}</strong>
                {detail}
              </>
            )}
          </Timed>
          {announcement && <p className="mt-1">{announcement}</p>}
        </div>
      </div>
    </section>
  )
}
