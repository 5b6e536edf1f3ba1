import { KEY_HINTS } from './queue-keys.ts'

/** The keys that work in the list, for who has some. */
export function KeyHints() {
  return (
    <p className="mb-4 hidden text-[.875rem] text-soft lg:block">
      <span className="mr-2">In the list:</span>
      {KEY_HINTS.map(([key, what]) => (
        <span key={key} className="mr-3 inline-block">
          <kbd className="mr-1 rounded border border-line bg-surface px-1.5 py-0.5 font-mono">{key}</kbd>
          {what}
        </span>
      ))}
    </p>
  )
}
