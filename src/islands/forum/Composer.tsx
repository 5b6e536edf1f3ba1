import { type Ref, useEffect, useId, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { IMAGE_ADDED, IMAGE_NOT_SENT } from '#src/contract/forum.ts'
import { PostBody } from '#src/sections/forum/PostBody.tsx'
import { FieldError } from '#src/ui/Field.tsx'
import { inputClass } from '#src/ui/form-class.ts'
import { call, toApiError } from '../call.ts'
import { postImage, type Upload, uploadImage } from '../upload-image.ts'
import { preview } from './forum-calls.ts'
import { insertImage, insertLines, MARKS, type MarkName, type Selected } from './markdown-marks.ts'
import { MentionList, useMentions } from './mentions.tsx'

/** What a parent may do with the text. */
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

/** An editor for Markdown with a toolbar, images, mentions and a preview. */
export function Composer({ label, value, onChange, isBusy, error, ref, rows = 7 }: ComposerProps) {
  const id = useId()
  const { area, selected, apply } = useSelected(value, onChange)
  const [isPreview, setPreview] = useState(false)
  const insert = (piece: string) => apply(insertLines(selected(), piece))
  const mentions = useMentions(apply)
  const [upload, send] = useUpload((url) => apply(insertImage(selected(), url)))
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
          onImage={(file) => void send(file)}
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
      <div id={`${id}about`} className="grid gap-1.5 text-[.9375rem] text-soft leading-snug">
        {error && <FieldError>{error}</FieldError>}
        <p>You can use Markdown. Type @ to mention a member.</p>
      </div>
      <p role="status" className="text-[.9375rem] leading-snug empty:hidden">
        {describeUpload(upload)}
      </p>
    </div>
  )
}

/** The upload of an image, and what starts one. `onDone` is given its address. */
function useUpload(onDone: (url: string) => void) {
  const [upload, setUpload] = useState<Upload>()
  const send = (file: File) =>
    uploadImage(
      file,
      (onProgress) => call(postImage('/api/forum/media', file, { onProgress })),
      (now) => {
        if (now.url) onDone(now.url)
        setUpload(now)
      },
    )
  return [upload, send] as const
}

/** The text field's text and selection, and `apply` to replace both: the field then has the focus. */
function useSelected(value: string, onChange: (source: string) => void) {
  const area = useRef<HTMLTextAreaElement>(null)
  const caret = useRef<Selected>(undefined)
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
  return { area, selected, apply }
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

const BUTTONS: { name: MarkName; label: string; sign: string }[] = [
  { name: 'bold', label: 'Bold', sign: 'B' },
  { name: 'italic', label: 'Italic', sign: 'I' },
  { name: 'quote', label: 'Quote', sign: '”' },
  { name: 'code', label: 'Code', sign: '</>' },
  { name: 'list', label: 'List', sign: '•' },
  { name: 'link', label: 'Link', sign: 'Link' },
]

type ToolbarProps = {
  /** Id of the text field that the buttons change. */
  controls: string
  isBusy: boolean
  onMark: (change: (at: Selected) => Selected) => void
  onImage: (file: File) => void
}

/** Buttons for members who do not know Markdown by heart. */
function Toolbar({ controls, isBusy, onMark, onImage }: ToolbarProps) {
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

/** The text as the server renders it. */
function PreviewPane({ source }: { source: string }) {
  const [shown, show] = useState<{ html: string } | { fault: string }>()
  useEffect(() => {
    let isNewest = true
    preview(source).then(
      (made) => isNewest && show(made),
      (cause: unknown) => isNewest && show({ fault: toApiError(cause).detail }),
    )
    return () => {
      isNewest = false
    }
  }, [source])
  return (
    <section aria-label="Preview" aria-busy={!shown} className="min-h-40 rounded-md border-2 border-line p-4">
      {!shown && <p role="status">Loading the preview</p>}
      {shown && 'fault' in shown && <p role="alert">{shown.fault}</p>}
      {shown &&
        'html' in shown &&
        (source.trim() === '' ? <p>Nothing to show yet.</p> : <PostBody html={shown.html} />)}
    </section>
  )
}

/** How an upload is doing, or why it failed. */
function describeUpload(upload: Upload | undefined): string {
  if (!upload) return ''
  if (upload.fault) return upload.fault.status === 0 ? IMAGE_NOT_SENT : upload.fault.detail
  if (upload.share === undefined) return IMAGE_ADDED
  return upload.share > 0 ? `Uploading the image: ${Math.floor(100 * upload.share)}%` : 'Uploading the image...'
}
