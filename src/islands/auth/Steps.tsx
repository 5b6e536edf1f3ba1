const STEPS = [
  'You register.',
  'You confirm your address with the link we email you. Then you can sign in and read.',
  'An administrator approves your account and we email you. Then you can post.',
]

/** What happens between registering and the first post. */
export function Steps({ className }: { className: string }) {
  return (
    <section className={className}>
      <h2 className="label text-[1.25rem] text-signal">What happens next</h2>
      <ol className="mt-3 border-enamel-line border-t-2">
        {STEPS.map((step, at) => (
          <li key={step} className="grid grid-cols-[2.25rem_1fr] border-enamel-line border-b py-3 leading-snug">
            <span className="label text-[1.5rem] leading-none">{at + 1}</span>
            {step}
          </li>
        ))}
      </ol>
    </section>
  )
}
