import { type KeyHint, SHORTCUTS } from './queue-keys.ts'

/** The keys that work in a list, for who has some. */
export function KeyHints({ hints, className }: { hints: readonly KeyHint[]; className: string }) {
  return (
    <p className={`hidden text-[.875rem] text-soft lg:block ${className}`}>
      <span className="mr-2">{SHORTCUTS}</span>
      {hints.map(([keys, what]) => (
        <span key={what} className="mr-3 inline-block">
          {keys.map((key) => (
            <kbd key={key} className="mr-1 rounded border border-line bg-surface px-1.5 py-0.5 font-mono">
              {key}
            </kbd>
          ))}
          {what}
        </span>
      ))}
    </p>
  )
}
