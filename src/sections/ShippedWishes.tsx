/** A suggestion that we have carried out. */
type PublicWish = {
  id: string
  title: string
  /** What came of it, in our words. */
  text: string | null
  /** When it was there: `October 2026`. */
  month: string
}

/** 'You asked, we did': the suggestions we have carried out, newest first, or a note that there are none yet. */
export function ShippedWishes({ wishes }: { wishes: readonly PublicWish[] }) {
  return (
    <section aria-labelledby="you-asked" className="later border-line border-t bg-surface">
      <div className="wrap py-12 lg:py-16">
        <h2 id="you-asked" className="display text-[clamp(2.25rem,5vw,3.75rem)]">
          You asked, we did
        </h2>
        {wishes.length > 0 ? <WishList wishes={wishes} /> : <NothingYet />}
      </div>
    </section>
  )
}

function WishList({ wishes }: { wishes: readonly PublicWish[] }) {
  return (
    <ol className="mt-8 grid gap-x-16 lg:grid-cols-2">
      {wishes.map((wish) => (
        <ShippedWish key={wish.id} {...wish} />
      ))}
    </ol>
  )
}

/** One of them, as a line of a list. */
export function ShippedWish({ title, text, month }: PublicWish) {
  return (
    <li className="border-ink border-t-2 pt-4 pb-8">
      <p className="text-[1rem] text-soft">{month}</p>
      <h3 className="label mt-1 text-[1.5rem]">{title}</h3>
      {text && <p className="mt-2 max-w-xl whitespace-pre-line">{text}</p>}
    </li>
  )
}

function NothingYet() {
  return (
    <p className="mt-6 max-w-xl text-[1.1875rem] leading-snug">
      Nothing here yet. Improvements that you ask for will appear here with the month they were done.
    </p>
  )
}
