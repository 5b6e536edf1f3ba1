/** Whether visitors see an entry. It keeps its place either way. (product 4) */
export function ActiveSwitch({
  name,
  isActive,
  onChange,
}: {
  name: string
  isActive: boolean
  onChange: (isActive: boolean) => void
}) {
  return (
    <label className="flex min-h-10 shrink-0 cursor-pointer items-center gap-2 px-2 font-semibold text-[.9375rem]">
      <input
        type="checkbox"
        aria-label={`Active: ${name}`}
        checked={isActive}
        onChange={({ target }) => onChange(target.checked)}
        className="size-6 cursor-pointer accent-(--tick)"
      />
      Active
    </label>
  )
}
