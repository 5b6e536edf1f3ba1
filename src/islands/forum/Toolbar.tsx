import { MARKS, type MarkName, type Selected } from './markdown-marks.ts'

const BUTTONS: { name: MarkName; label: string; sign: string }[] = [
  { name: 'bold', label: 'Bold', sign: 'B' },
  { name: 'italic', label: 'Italic', sign: 'I' },
  { name: 'quote', label: 'Quote', sign: '”' },
  { name: 'code', label: 'Code', sign: '</>' },
  { name: 'list', label: 'List', sign: '•' },
  { name: 'link', label: 'Link', sign: 'Link' },
]

type ToolbarProps = {
  /** Id of the text these buttons change. */
  controls: string
  isBusy: boolean
  onMark: (change: (at: Selected) => Selected) => void
  onImage: (file: File) => void
}

/** Marks for whoever does not know Markdown by heart. */
export function Toolbar({ controls, isBusy, onMark, onImage }: ToolbarProps) {
  return (
    <fieldset aria-label="Formatting" disabled={isBusy} className="flex min-w-0 flex-wrap gap-1">
      {BUTTONS.map(({ name, label, sign }) => (
        <button
          key={name}
          type="button"
          aria-label={label}
          title={label}
          aria-controls={controls}
          onClick={() => onMark(MARKS[name])}
          className="min-h-10 min-w-10 cursor-pointer rounded px-2 font-semibold hover:bg-plate hover:text-on-plate"
        >
          <span aria-hidden="true">{sign}</span>
        </button>
      ))}
      <label className="relative inline-flex min-h-10 cursor-pointer items-center rounded px-2 font-semibold focus-within:outline-3 focus-within:outline-(--focus) hover:bg-plate hover:text-on-plate">
        Image
        <input
          type="file"
          accept="image/png,image/jpeg,image/webp,image/avif"
          aria-label="Add an image"
          className="absolute inset-0 cursor-pointer opacity-0"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            currentTarget.value = ''
            if (file) onImage(file)
          }}
        />
      </label>
    </fieldset>
  )
}
