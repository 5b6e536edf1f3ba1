import type { ReactNode } from 'react'

/** A section of the account page: title and purpose on the left, the form or buttons on the right. */
export function AccountSection({
  id,
  title,
  lead,
  children,
}: {
  id: string
  title: string
  lead: ReactNode
  children: ReactNode
}) {
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-14 gap-y-6 border-line border-t-2 py-9 first:border-t-0 lg:grid-cols-[18rem_minmax(0,1fr)] lg:py-12 in-data-[printing=codes]:hidden"
    >
      <div>
        <h2 id={id} className="label text-[1.625rem]">
          {title}
        </h2>
        <div className="mt-2 text-[1rem] text-soft leading-snug">{lead}</div>
      </div>
      <div className="max-w-2xl">{children}</div>
    </section>
  )
}
