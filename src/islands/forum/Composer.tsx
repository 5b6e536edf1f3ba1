import { type Ref, useId, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { inputClass } from '#src/ui/form-class.ts'
import { MentionList } from './MentionList.tsx'
import { insertImage, insertLines, type Selected } from './markdown-marks.ts'
import { PreviewPane } from './PreviewPane.tsx'
import { Toolbar } from './Toolbar.tsx'
import { useMentions } from './use-mentions.ts'
import { useUpload } from './use-upload.ts'

/** What others may do with the text from outside. */
export type ComposerHandle = { focus: () => void; insert: (piece: string) => void }

type ComposerProps = {
  label: string
  value: string
  onChange: (source: string) => void
  isBusy: boolean
  error?: string | undefined
  ref?: Ref<ComposerHandle>
  rows?: number
}

/** A text in Markdown: marks, images, members behind an `@`, and how it will look. */
export function Composer({ label, value, onChange, isBusy, error, ref, rows = 7 }: ComposerProps) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const caret = useRef<Selected>(undefined)
  const [isPreview, setPreview] = useState(false)
  useLayoutEffect(() => {
    const { current: at } = caret
    caret.current = undefined
    if (!at || !area.current) return
    area.current.focus()
    area.current.setSelectionRange(at.start, at.end)
  })
  const apply = (made: Selected) => {
    caret.current = made
    onChange(made.text)
  }
  const selected = (): Selected => {
    const { value: text = value, selectionStart = value.length, selectionEnd = value.length } = area.current ?? {}
    return { text, start: selectionStart, end: selectionEnd }
  }
  const insert = (piece: string) => apply(insertLines(selected(), piece))
  const mentions = useMentions(apply)
  const upload = useUpload((url) => apply(insertImage(selected(), url)))
  useImperativeHandle(ref, () => ({ focus: () => area.current?.focus(), insert }))
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <label htmlFor={id} className="font-semibold leading-snug">
          {label}
        </label>
        <PreviewToggle isOn={isPreview} onChange={setPreview} />
      </div>
      <div hidden={isPreview} className={isPreview ? 'hidden' : 'grid gap-1.5'}>
        <Toolbar
          controls={id}
          isBusy={isBusy}
          onMark={(change) => apply(change(selected()))}
          onImage={(file) => void upload.send(file)}
        />
        <div className="relative">
          <textarea
            ref={area}
            id={id}
            name="source"
            rows={rows}
            readOnly={isBusy}
            value={value}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}about`}
            aria-autocomplete="list"
            aria-controls={mentions.names.length > 0 ? mentions.id : undefined}
            aria-activedescendant={mentions.names.length > 0 ? `${mentions.id}${mentions.current}` : undefined}
            onChange={({ currentTarget }) => {
              onChange(currentTarget.value)
              mentions.look(currentTarget.value, currentTarget.selectionStart)
            }}
            onKeyDown={(event) => mentions.press(event, value)}
            onBlur={mentions.close}
            className={inputClass({ isInvalid: error !== undefined })}
          />
          {mentions.names.length > 0 && (
            <MentionList {...mentions} area={area} onChoose={(name) => mentions.choose(name, value)} />
          )}
        </div>
      </div>
      {isPreview && <PreviewPane source={value} />}
      <div id={`${id}about`} className="text-[.9375rem] text-soft leading-snug">
        {error && <p className="font-semibold text-stop-ink">{error}</p>}
        <p>You can use Markdown. Type @ to mention a member.</p>
      </div>
      <p role="status" className="text-[.9375rem] leading-snug empty:hidden">
        {upload.state}
      </p>
    </div>
  )
}

function PreviewToggle({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => onChange(!isOn)}
      className="min-h-10 cursor-pointer rounded px-3 font-semibold underline underline-offset-4 aria-pressed:bg-plate aria-pressed:text-on-plate"
    >
      Preview
    </button>
  )
}
