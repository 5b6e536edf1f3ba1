import { useEffect, useId, useRef, useState } from 'react'
import { UPLOAD_TYPES } from '#src/contract/medium.ts'
import { Button } from '#src/ui/Button.tsx'
import { FieldError } from '#src/ui/Field.tsx'
import { call } from '../call.ts'
import { postImage, type Upload, uploadImage } from '../upload-image.ts'

type LogoInputProps = {
  value: string
  onChange: (address: string) => void
  hint: string | undefined
  error: string | undefined
}

/** A logo that is uploaded from a file, and its address in a hidden field. A new upload cancels the one before. (security VP6) */
export function LogoInput({ value, onChange, hint, error }: LogoInputProps) {
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const running = useRef<AbortController>(undefined)
  const [upload, setUpload] = useState<Upload>()
  useEffect(() => () => running.current?.abort(), [])
  const start = (file: File) => {
    running.current?.abort()
    running.current = new AbortController()
    const { signal } = running.current
    const report = (now: Upload) => {
      if (signal.aborted) return
      if (now.url) onChange(now.url)
      setUpload(now)
    }
    void uploadImage(file, (onProgress) => call(postImage('/api/vendor/media', file, { onProgress, signal })), report)
  }
  const wrong = upload?.fault?.detail ?? error
  return (
    <fieldset aria-describedby={id} className="grid gap-2">
      <legend className="mb-1.5 font-semibold leading-snug">Logo</legend>
      <input type="hidden" name="logoUrl" value={value} />
      <input
        ref={picker}
        type="file"
        accept={UPLOAD_TYPES.join(',')}
        aria-label="Logo file"
        className="hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) start(file)
        }}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="outline" size="sm" onClick={() => picker.current?.click()}>
          {value ? 'Replace logo' : 'Upload a logo'}
        </Button>
        {value && (
          <Button variant="ghost" size="sm" onClick={() => onChange('')}>
            Remove logo
          </Button>
        )}
        {upload?.share !== undefined && (
          <progress aria-label="Uploading the logo" max={1} value={upload.share} className="h-3 w-40 accent-(--tick)" />
        )}
      </div>
      {wrong && <FieldError>{wrong}</FieldError>}
      <p id={id} className="text-[.9375rem] text-soft leading-snug">
        PNG, JPEG, WebP or AVIF, up to 2 MB. A transparent background looks best: logos are always shown on a light
        tile.
        {hint && ` ${hint}`}
      </p>
    </fieldset>
  )
}
